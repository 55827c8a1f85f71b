// Board recipes as text: every input gives either a sound graph or a diagnostic.
#include "board/build.h"

#include "base/mem.h"
#include "board/recipe_text.h"
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Arena arena = {0};
  const Recipe *recipe = recipe_of_text(&arena, (Str){(const char *)data, size});
  if (recipe) {
    Diags diags;
    Graph graph;
    BoardUse use = USE_CELL;
    diags_init(&diags, &arena);
    bool built = board_build(&arena, recipe, &diags, &use, &graph);
    if (built == (diags.total > 0)) die("a recipe was %s", built ? "built with errors" : "refused without a reason");
    for (int e = 0; built && e < graph.edge_count; e++) {
      if (MAX(graph.edges[e].a, graph.edges[e].b) >= graph.vertex_count) die("edge %d ends nowhere", e);
    }
  }
  arena_free(&arena);
  return 0;
}
