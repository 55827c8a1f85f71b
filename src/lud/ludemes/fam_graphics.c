// Graphics metadata: how the board, the pieces and the players should look.
#include "lud/resolve/families.h"

static const LudRow rows[] = {
    {"graphics", "graphics", "({graphicsItem} | graphicsItem)", "How the game should look."},
    {"graphics", "graphics", "", "Nothing is said about how the game should look."},
    {"colour", "colour", "string", "A colour as a hexadecimal code."},
    {"colour", "colour", "userColourType", "A colour by name."},
    {"colour", "colour", "int int int [int]", "A colour by its red, green and blue parts, and its opacity if wanted."},

    // Board.
    {"board", "graphicsItem", "Style containerStyleType [replaceComponentsWithFilledCells:booleanConstant]",
     "The style in which the board is drawn."},
    {"board", "graphicsItem", "StyleThickness boardGraphicsType float", "How thick a part of the board is drawn."},
    {"board", "graphicsItem", "Colour boardGraphicsType colour", "The colour of a part of the board."},
    {"board", "graphicsItem", "Checkered [booleanConstant]", "Neighbouring cells have different colours."},
    {"board", "graphicsItem",
     "groundType [image:string] [fillColour:colour] [edgeColour:colour] [scale:float] [scaleX:float] [scaleY:float] "
     "[rotation:int] [offsetX:float] [offsetY:float]",
     "A picture behind or in front of the board."},
    {"board", "graphicsItem", "Placement [scale:float] [offsetX:float] [offsetY:float]",
     "The size and place of the board in the window."},
    {"board", "graphicsItem", "Curvature float", "How strongly curved edges bend."},
    {"hand", "graphicsItem",
     "Placement roleType [scale:float] [offsetX:float] [offsetY:float] [vertical:booleanConstant]",
     "The size and place of a player's hand."},
    {"no", "graphicsItem", "noBooleanType [booleanConstant]", "Leaves something out of the drawing."},

    // Pieces and players.
    {"piece", "graphicsItem", "Style [roleType] [string] componentStyleType", "The style in which pieces are drawn."},
    {"piece", "graphicsItem", "Families {string}", "The families of pictures that suit the pieces."},
    {"piece", "graphicsItem",
     "pieceNameType [roleType] [piece:string] [container:int] [state:int] [value:int] [string]",
     "Changes the name by which a piece's picture is found."},
    {"piece", "graphicsItem",
     "groundType [roleType] [string] [container:int] [state:int] [value:int] [image:string] [text:string] "
     "[fillColour:colour] [edgeColour:colour] [scale:float] [scaleX:float] [scaleY:float] [rotation:int] "
     "[offsetX:float] [offsetY:float]",
     "A picture or text behind or in front of a piece."},
    {"piece", "graphicsItem",
     "Colour [roleType] [string] [container:int] [state:int] [value:int] [fillColour:colour] [strokeColour:colour] "
     "[secondaryColour:colour]",
     "The colours of a piece."},
    {"piece", "graphicsItem", "Rotate [roleType] [string] [container:int] [state:int] [value:int] degrees:int",
     "Turns the picture of a piece."},
    {"piece", "graphicsItem",
     "Scale [roleType] [string] [container:int] [state:int] [value:int] [float] [scaleX:float] [scaleY:float]",
     "The size of a piece's picture."},
    {"player", "graphicsItem", "Colour roleType colour", "The colour of a player."},
    {"player", "graphicsItem", "Name roleType string", "The name shown for a player."},
    {"stackType", "graphicsItem",
     "[roleType] [string] [int] [siteType] [sites:{int} | site:int] [state:int] [value:int] pieceStackType [float] "
     "[limit:int]",
     "How stacks are drawn."},
    {"suitRanking", "graphicsItem", "{suitType}", "The order in which suits are shown."},
    {"hiddenImage", "graphicsItem", "string", "The picture that stands for hidden pieces."},

    // Regions and what to show.
    {"region", "graphicsItem",
     "Colour [string] [roleType] [siteType] [{int} | int] [sites] [regionSiteType:siteType] [colour] [scale:float]",
     "The colour of a region."},
    {"show", "graphicsItem",
     "Symbol [string] [text:string] [string] [roleType] [siteType] [{int} | int] [sites] [boardGraphicsType] "
     "[fillColour:colour] [edgeColour:colour] [scale:float] [scaleX:float] [scaleY:float] [rotation:int] "
     "[offsetX:float] [offsetY:float]",
     "Draws a symbol or text on sites."},
    {"show", "graphicsItem", "Line {{int}} [siteType] [lineStyle] [colour] [scale:float] [curve:{float}] [curveType]",
     "Draws lines between sites."},
    {"show", "graphicsItem", "Edges [edgeType] [relationType] [connection:booleanConstant] [lineStyle] [colour]",
     "Draws edges of one kind in a style."},
    {"show", "graphicsItem",
     "Piece showComponentDataType [roleType] [string] [valueLocationType] [offsetImage:booleanConstant] "
     "[valueOutline:booleanConstant] [scale:float] [offsetX:float] [offsetY:float]",
     "Writes the state or value of pieces on them."},
    {"show", "graphicsItem", "Check [roleType] [string]", "Marks a piece that is under attack."},
    {"show", "graphicsItem", "Score [whenScoreType] [roleType] [int] [string]", "When and how scores are shown."},
    {"show", "graphicsItem", "AsHoles {int} holeType", "Draws sites as holes."},
    {"show", "graphicsItem", "showSiteDataType [siteType] [int]", "Writes the numbers of sites on them."},
    {"show", "graphicsItem", "showBooleanType [booleanConstant]", "Shows something that is left out otherwise."},

    // Puzzles.
    {"adversarialPuzzle", "graphicsItem", "[booleanConstant]", "The puzzle is played against an opponent."},
    {"drawHint", "graphicsItem", "puzzleDrawHintType", "Where the hints of a puzzle are drawn."},
    {"hintLocation", "graphicsItem", "puzzleHintLocationType", "What the hints of a puzzle belong to."},
};

const LudFamily fam_graphics = {"graphics", rows, COUNT_OF(rows)};
