// Architectures: what a line such as "graph:blocks=4,channels=32" means.
#include "net/arch.h"
#include "base/number.h"

// Memory that values share while nobody wants gradients: the stream of the residual network, the two values inside a
// block, and pooled ones. Levels of a U-net have streams of their own.
enum { SHARE_POOL, SHARE_BIAS, SHARE_LEVEL, SHARED_OF_LEVEL = 4 };
enum { SHARE_X, SHARE_Y, SHARE_H };

static int shared(const NetModel *model, int value, int which) {
  return SHARE_LEVEL + model->values.at[value].level * SHARED_OF_LEVEL + which;
}

static int slots_of(const NetModel *model, int level) { return level ? 9 : model->e->directions; }

// ---- blocks --------------------------------------------------------------------------------------

// x + conv(relu(conv(y) + what all tokens together say)), with y = relu(norm(x)).
static int residual_block(NetModel *model, const char *name, int x) {
  Arena *arena = &model->arena;
  int level = model->values.at[x].level, channels = model->values.at[x].width, slots = slots_of(model, level);
  int y = add_norm(model, arena_printf(arena, "%s.norm", name), x, shared(model, x, SHARE_Y), true);
  int pooled = add_pool(model, y, SHARE_POOL);
  int bias = add_linear(model, arena_printf(arena, "%s.pool", name),
                        (LinearSpec){.in = pooled,
                                     .out_width = channels,
                                     .slots = 1,
                                     .residual = -1,
                                     .per_sample = -1,
                                     .from_zero = true,
                                     .shared = SHARE_BIAS});
  int h = add_linear(model, arena_printf(arena, "%s.conv1", name),
                     (LinearSpec){.in = y,
                                  .out_width = channels,
                                  .slots = slots,
                                  .residual = -1,
                                  .per_sample = bias,
                                  .relu = true,
                                  .shared = shared(model, x, SHARE_H)});
  return add_linear(model, arena_printf(arena, "%s.conv2", name),
                    (LinearSpec){.in = h,
                                 .out_width = channels,
                                 .slots = slots,
                                 .residual = x,
                                 .per_sample = -1,
                                 .from_zero = true,
                                 .shared = shared(model, x, SHARE_X)});
}

static int residual_blocks(NetModel *model, const char *name, int n, int x) {
  for (int i = 0; i < n; i++) x = residual_block(model, arena_printf(&model->arena, "%s%d", name, i), x);
  return x;
}

static int plain_linear(NetModel *model, const char *name, int in, int width, int residual, bool relu) {
  return add_linear(model, name,
                    (LinearSpec){.in = in,
                                 .out_width = width,
                                 .slots = 1,
                                 .residual = residual,
                                 .per_sample = -1,
                                 .relu = relu,
                                 .from_zero = residual >= 0,
                                 .shared = -1});
}

static int attention_block(NetModel *model, const char *name, int x, int heads) {
  Arena *arena = &model->arena;
  int channels = model->values.at[x].width;
  int y = add_norm(model, arena_printf(arena, "%s.norm1", name), x, -1, false);
  int qkv = plain_linear(model, arena_printf(arena, "%s.qkv", name), y, 3 * channels, -1, false);
  int mixed = add_attention(model, arena_printf(arena, "%s.relations", name), qkv, heads, -1);
  x = plain_linear(model, arena_printf(arena, "%s.out", name), mixed, channels, x, false);
  y = add_norm(model, arena_printf(arena, "%s.norm2", name), x, -1, false);
  int h = plain_linear(model, arena_printf(arena, "%s.up", name), y, 2 * channels, -1, true);
  return plain_linear(model, arena_printf(arena, "%s.down", name), h, channels, x, false);
}

// ---- heads ---------------------------------------------------------------------------------------

enum { HIDDEN = 32 };  // of the policy head

static int head_linear(NetModel *model, const char *name, int in, int width, bool relu, bool from_zero) {
  return add_linear(model, name,
                    (LinearSpec){.in = in,
                                 .out_width = width,
                                 .slots = 1,
                                 .residual = -1,
                                 .per_sample = -1,
                                 .relu = relu,
                                 .from_zero = from_zero,
                                 .shared = -1});
}

static void add_heads(NetModel *model, int x) {
  int channels = model->values.at[x].width;
  int y = add_norm(model, "head.norm", x, -1, true);
  int pooled = add_pool(model, y, -1);
  int hidden = head_linear(model, "value.hidden", pooled, 2 * channels, true, false);
  model->win_draw_loss = head_linear(model, "value.out", hidden, 3 * model->e->players, false, true);
  if (model->e->kind == NET_PLANES) {
    int h = head_linear(model, "policy.hidden", y, channels, true, false);
    add_places(model, head_linear(model, "policy.out", h, model->e->move_channels, false, true));
    return;
  }
  int tokens = head_linear(model, "policy.tokens", y, NET_ROLES * HIDDEN, false, false);
  int bias = head_linear(model, "policy.pool", pooled, HIDDEN, false, false);
  add_moves(model, "policy.moves", tokens, bias, HIDDEN);
}

// ---- architectures -------------------------------------------------------------------------------

enum { GRAPH_BLOCKS, GRAPH_CHANNELS };

static void build_graph(NetModel *model, const int *options) {
  int x = add_embed(model, options[GRAPH_CHANNELS], SHARE_LEVEL + SHARE_X);
  add_heads(model, residual_blocks(model, "block", options[GRAPH_BLOCKS], x));
}

enum { UNET_LEVELS = 2 };

static void build_unet(NetModel *model, const int *options) {
  int x = add_embed(model, options[GRAPH_CHANNELS], -1), skips[NET_LEVELS_MAX + 1];
  int levels = MIN(options[UNET_LEVELS], model->e->levels);
  for (int l = 0; l < levels; l++) {
    skips[l] = residual_blocks(model, arena_printf(&model->arena, "down%d.block", l), options[GRAPH_BLOCKS], x);
    x = add_down(model, skips[l], -1);
  }
  x = residual_blocks(model, "middle.block", options[GRAPH_BLOCKS], x);
  for (int l = levels; l-- > 0;) {
    x = add_up(model, x, skips[l], -1);
    x = residual_blocks(model, arena_printf(&model->arena, "up%d.block", l), options[GRAPH_BLOCKS], x);
  }
  add_heads(model, x);
}

enum { ATTENTION_HEADS = 2 };

static void build_attention(NetModel *model, const int *options) {
  int x = add_embed(model, options[GRAPH_CHANNELS], -1);
  for (int i = 0; i < options[GRAPH_BLOCKS]; i++) {
    x = attention_block(model, arena_printf(&model->arena, "block%d", i), x, options[ATTENTION_HEADS]);
  }
  add_heads(model, x);
}

#define BLOCKS \
  { "blocks", 1, 40, 4, "residual blocks" }
#define CHANNELS \
  { "channels", 8, 512, 32, "numbers per token, a multiple of 8" }

static const NetArchOption graph_options[] = {BLOCKS, CHANNELS, {0}};
static const NetArchOption unet_options[] = {
    {"blocks", 1, 20, 1, "residual blocks at each level, down and up"},
    CHANNELS,
    {"levels", 1, NET_LEVELS_MAX, 2, "grids, each twice as coarse as the last"},
    {0}};
static const NetArchOption attention_options[] = {BLOCKS, CHANNELS, {"heads", 1, 16, 4, "heads of attention"}, {0}};

const NetArchRow net_archs[] = {
    {"graph", NET_TOKENS, "Residual convolutions over the neighbours of every site, with global pooling.",
     graph_options, build_graph},
    {"unet", NET_TOKENS, "A U-net: such blocks over the board and over coarser and coarser grids, and back.",
     unet_options, build_unet},
    {"attention", NET_TOKENS, "A transformer over all sites, with a bias for how one lies from the other.",
     attention_options, build_attention},
    {"planes", NET_PLANES, "Residual convolutions over board-shaped planes, moves as places of an action tensor.",
     graph_options, build_graph},
    {"planes-unet", NET_PLANES, "A U-net over such planes.", unet_options, build_unet},
    {0},
};

// ---- reading the line ----------------------------------------------------------------------------

static const NetArchRow *find_row(Str name) {
  for (const NetArchRow *row = net_archs; row->name; row++) {
    if (str_is(name, row->name)) return row;
  }
  return NULL;
}

static Str cut(Str *rest, char at) {
  const char *end = rest->n ? memchr(rest->p, at, rest->n) : NULL;
  Str word = {rest->p, end ? (size_t)(end - rest->p) : rest->n};
  size_t used = end ? word.n + 1 : word.n;
  *rest = (Str){rest->p + used, rest->n - used};
  return word;
}

static bool read_option(Arena *arena, const NetArchRow *row, Str text, int *values, const char **why) {
  Str value = text, name = cut(&value, '=');
  for (int i = 0; row->options[i].name; i++) {
    const NetArchOption *option = &row->options[i];
    if (!str_is(name, option->name)) continue;
    int64_t number = 0;
    bool good = str_integer(value, option->least, option->most, &number);
    values[i] = (int)number;
    if (good && strcmp(option->name, "channels") == 0 && number % 8) good = false;
    if (!good) {
      *why = arena_printf(arena, "%s of a %s network is a number from %d to %d (%s), not '%.*s'", option->name,
                          row->name, option->least, option->most, option->doc, (int)value.n, value.p);
    }
    return good;
  }
  *why = arena_printf(arena, "a %s network has no option '%.*s'", row->name, (int)name.n, name.p);
  return false;
}

bool arch_parse(Arena *arena, const char *line, const NetArchRow **row, int *values, const char **why) {
  Str rest = str_of(line), name = cut(&rest, ':');
  *row = find_row(name);
  if (!*row) {
    *why = arena_printf(arena, "there is no architecture '%.*s' (graph, unet, attention, planes, planes-unet)",
                        (int)MIN(name.n, 40u), name.p);
    return false;
  }
  for (int i = 0; (*row)->options[i].name; i++) values[i] = (*row)->options[i].otherwise;
  while (rest.n) {
    if (!read_option(arena, *row, cut(&rest, ','), values, why)) return false;
  }
  return true;
}

const char *arch_text(Arena *arena, const NetArchRow *row, const int *values) {
  char *text = arena_printf(arena, "%s", row->name);
  for (int i = 0; row->options[i].name; i++) {
    text = arena_printf(arena, "%s%c%s=%d", text, i ? ',' : ':', row->options[i].name, values[i]);
  }
  return text;
}
