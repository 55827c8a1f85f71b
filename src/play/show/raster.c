// librsvg and cairo, called through the dynamic linker: of their interfaces only the few functions below are used.
#include "play/show/raster.h"

#include <dlfcn.h>

typedef struct RsvgSize {
  int width, height;
  double em, ex;
} RsvgSize;

typedef int PngWriter(void *self, const unsigned char *data, unsigned n);

// The functions by their names in the libraries.
typedef struct Renderer {
  void *rsvg, *cairo, *gobject;
  void *(*handle_new_from_data)(const unsigned char *data, size_t n, void **error);
  void (*handle_get_dimensions)(void *handle, RsvgSize *size);
  int (*handle_render_cairo)(void *handle, void *cairo);
  void *(*surface_create)(int format, int width, int height);
  void (*surface_destroy)(void *surface);
  void (*surface_flush)(void *surface);
  unsigned char *(*surface_data)(void *surface);
  int (*surface_stride)(void *surface);
  int (*surface_write_png)(void *surface, PngWriter *write, void *self);
  void *(*create)(void *surface);
  void (*destroy)(void *cairo);
  void (*object_unref)(void *object);
} Renderer;

static bool load(void *library, const char *name, void *function) {
  void *found = library ? dlsym(library, name) : NULL;
  memcpy(function, &found, sizeof found);
  return found != NULL;
}

static bool renderer_open(Renderer *r) {
  r->rsvg = dlopen("librsvg-2.so.2", RTLD_NOW | RTLD_LOCAL);
  r->cairo = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);
  r->gobject = dlopen("libgobject-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
  return load(r->rsvg, "rsvg_handle_new_from_data", &r->handle_new_from_data) &&
         load(r->rsvg, "rsvg_handle_get_dimensions", &r->handle_get_dimensions) &&
         load(r->rsvg, "rsvg_handle_render_cairo", &r->handle_render_cairo) &&
         load(r->cairo, "cairo_image_surface_create", &r->surface_create) &&
         load(r->cairo, "cairo_surface_destroy", &r->surface_destroy) &&
         load(r->cairo, "cairo_surface_flush", &r->surface_flush) &&
         load(r->cairo, "cairo_image_surface_get_data", &r->surface_data) &&
         load(r->cairo, "cairo_image_surface_get_stride", &r->surface_stride) &&
         load(r->cairo, "cairo_surface_write_to_png_stream", &r->surface_write_png) &&
         load(r->cairo, "cairo_create", &r->create) && load(r->cairo, "cairo_destroy", &r->destroy) &&
         load(r->gobject, "g_object_unref", &r->object_unref);
}

// Draws onto a new surface of the document's size; NULL with the reason.
static void *draw(const Renderer *r, Str svg, RsvgSize *size, const char **why) {
  enum { RGB24 = 1, SIDE_MAX = 16384 };
  void *error = NULL, *handle = r->handle_new_from_data((const unsigned char *)svg.p, svg.n, &error);
  if (!handle) {
    *why = "the picture could not be read by librsvg";
    return NULL;
  }
  r->handle_get_dimensions(handle, size);
  bool fits = size->width > 0 && size->height > 0 && size->width <= SIDE_MAX && size->height <= SIDE_MAX;
  void *surface = fits ? r->surface_create(RGB24, size->width, size->height) : NULL;
  if (surface && !r->surface_data(surface)) {  // cairo has something to give even without memory
    r->surface_destroy(surface);
    surface = NULL;
  }
  if (surface) {
    void *cairo = r->create(surface);
    r->handle_render_cairo(handle, cairo);
    r->destroy(cairo);
    r->surface_flush(surface);
  } else {
    *why = "the picture is too large";
  }
  r->object_unref(handle);
  return surface;
}

static const char missing[] = "pictures as PNG or GIF need librsvg and cairo (Debian: librsvg2-2); SVG works without";

bool raster_svg(Arena *arena, Str svg, Raster *raster, const char **why) {
  Renderer r = {0};
  RsvgSize size = {0};
  *why = missing;
  void *surface = renderer_open(&r) ? draw(&r, svg, &size, why) : NULL;
  if (!surface) return false;
  int stride = r.surface_stride(surface);
  const unsigned char *data = r.surface_data(surface);
  uint32_t *pixels = ARENA_ARRAY(arena, uint32_t, size.width * size.height);
  for (int y = 0; y < size.height; y++) {
    memcpy(pixels + y * size.width, data + (size_t)y * (size_t)stride, (size_t)size.width * sizeof *pixels);
  }
  for (int i = 0; i < size.width * size.height; i++) pixels[i] &= 0xffffff;
  *raster = (Raster){size.width, size.height, pixels};
  r.surface_destroy(surface);
  return true;
}

static int append_png(void *self, const unsigned char *data, unsigned n) {
  text_add(self, (Str){(const char *)data, n});
  return 0;
}

bool raster_png(Arena *arena, Str svg, Text *png, const char **why) {
  (void)arena;
  Renderer r = {0};
  RsvgSize size = {0};
  *why = missing;
  void *surface = renderer_open(&r) ? draw(&r, svg, &size, why) : NULL;
  if (!surface) return false;
  bool good = r.surface_write_png(surface, append_png, png) == 0;
  if (!good) *why = "cairo could not write the picture";
  r.surface_destroy(surface);
  return good;
}
