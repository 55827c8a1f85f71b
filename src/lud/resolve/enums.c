// The enumerations: words that stand for themselves where a slot names their type.
#include "lud/resolve/types.h"

#define ENUM(type, phrase, list) \
  { .name = type, .doc = phrase, .words = list }
#define ENUM_WITHIN(type, parents, phrase, list) \
  { .name = type, .doc = phrase, .within = parents, .words = list }

#define FIRST_WORD(type, phrase, list) \
  { .name = type, .doc = phrase, .words = list, .chooses = true }

const LudType lud_enums[] = {
    // Players and play.
    ENUM(
        "roleType", "a player",
        "All Ally Each Enemy Friend Mover Neutral Next NonMover P1 P2 P3 P4 P5 P6 P7 P8 P9 P10 P11 P12 P13 P14 P15 P16 "
        "Player Prev Shared Team1 Team2 Team3 Team4 Team5 Team6 Team7 Team8 Team9 Team10 Team11 Team12 Team13 Team14 "
        "Team15 Team16 TeamMover"),
    ENUM("modeType", "a mode", "Alternating Simulation Simultaneous"),
    ENUM("passEndType", "what passing leads to", "Draw NoEnd"),
    ENUM("prevType", "which earlier player", "Mover MoverLastTurn"),
    ENUM("repetitionType", "a kind of repetition", "Positional PositionalInTurn Situational SituationalInTurn"),
    ENUM("resultType", "an outcome", "Abandon Crash Draw Loss Tie Win"),
    ENUM("whenType", "a time", "EndOfTurn StartOfTurn"),
    ENUM("playersManyType", "which players", "All Ally Enemy Friend NonMover"),
    ENUM("playersTeamType", "a team",
         "Team1 Team2 Team3 Team4 Team5 Team6 Team7 Team8 Team9 Team10 Team11 Team12 Team13 Team14 Team15 Team16"),

    // Directions.
    ENUM_WITHIN(
        "absoluteDirection", "direction", "a direction of the board",
        "Adjacent All Angled Axial Base CCW CW D DE DN DNE DNW DS DSE DSW DW Diagonal Downward E ENE ESE In N NE "
        "NNE NNW NW OffDiagonal Orthogonal Out Rotational S SE SSE SSW SW SameLayer Support U UE UN UNE UNW US "
        "USE USW UW Upward W WNW WSW"),
    ENUM_WITHIN(
        "relativeDirection", "direction", "a direction seen by a piece",
        "BL BLL BLLL BR BRR BRRR Backward Backwards FL FLL FLLL FR FRR FRRR Forward Forwards Leftward Leftwards "
        "OppositeDirection Rightward Rightwards SameDirection"),
    ENUM_WITHIN("compassDirection", "directionFacing trackStep", "a compass direction",
                "E ENE ESE N NE NNE NNW NW S SE SSE SSW SW W WNW WSW"),
    ENUM_WITHIN("rotationalDirection", "directionFacing", "a direction of rotation", "CCW CW In Out"),
    ENUM_WITHIN("spatialDirection", "directionFacing", "a direction in space",
                "D DE DN DNE DNW DS DSE DSW DW U UE UN UNE UNW US USE USW UW"),
    ENUM("relationType", "a relation between sites", "Adjacent All Diagonal OffDiagonal Orthogonal"),
    ENUM("stackDirection", "from which end of a stack", "FromBottom FromTop"),

    // Sites and boards.
    ENUM("siteType", "a kind of site", "Cell Edge Vertex"),
    ENUM("puzzleElementType", "a puzzle element", "Cell Edge Hint Vertex"),
    ENUM("stepType", "a step of a walk", "F L R"),
    ENUM_WITHIN("trackStepType", "trackStep", "a step of a track", "Repeat"),
    ENUM("storeType", "where the stores are", "Inner None Outer"),
    ENUM("landmarkType", "a landmark", "BottomSite CentreSite FirstSite LastSite LeftSite RightSite Topsite"),
    ENUM("regionTypeStatic", "a set of regions",
         "AllDirections AllSites Columns Corners Diagonals HintRegions Layers Regions Rows Sides SidesNoCorners "
         "SubGrids "
         "Touching Vertices"),
    ENUM("regionTypeDynamic", "what sites hold", "Empty Enemy NotEmpty NotEnemy NotOwn Own"),
    ENUM("hiddenData", "a hidden property", "Count Rotation State Value What Who"),
    ENUM("basisType", "a basis",
         "Brick Celtic Circle Concentric Dual Hexagonal HexagonalPyramidal Mesh Morris NoBasis QuadHex Spiral Square "
         "SquarePyramidal T31212 T333333_33434 T33336 T33344 T33434 T3464 T3636 T4612 T488 Triangular"),
    ENUM("shapeType", "a shape",
         "Circle Cross Custom Diamond Hexagon Limping NoShape Polygon Prism Quadrilateral Rectangle Regular Rhombus "
         "Spiral Square Star Triangle Wedge Wheel"),
    ENUM("squareShapeType", "a shape", "Diamond Limping NoShape Rectangle Square"),
    ENUM("hexShapeType", "a shape", "Diamond Hexagon Limping NoShape Prism Rectangle Square Star Triangle"),
    ENUM("triShapeType", "a shape", "Diamond Hexagon Limping NoShape Prism Rectangle Square Star Triangle"),
    ENUM("brickShapeType", "a shape", "Diamond Limping Prism Rectangle Spiral Square"),
    ENUM("concentricShapeType", "a shape", "Hexagon Square Target Triangle"),
    ENUM("tilingType", "a tiling", "T31212 T333333_33434 T33336 T33344 T33434 T3464 T3636 T4612 T488"),
    ENUM("tilingBoardlessType", "a tiling", "Hexagonal Square Triangular"),
    ENUM("diagonalsType", "a kind of diagonals", "Alternating Concentric Implied Radiating Solid SolidNoSplit"),

    // Cards and dominoes.
    ENUM("cardType", "a card rank", "Ace Eight Five Four Jack Joker King Nine Queen Seven Six Ten Three Two"),
    ENUM("dealableType", "what is dealt", "Cards Dominoes"),
    ENUM("suitType", "a suit", "Clubs Diamonds Hearts Spades"),
    ENUM("cardSiteType", "a property of a card", "Rank Suit TrumpRank TrumpValue"),

    // First words that share a row.
    FIRST_WORD("moveSiteType", "what to do on a site", "Add Claim"),
    FIRST_WORD("moveMessageType", "a kind of message", "Propose Vote"),
    FIRST_WORD("moveSimpleType", "a kind of move", "Pass PlayCard"),
    FIRST_WORD("maxMovesType", "what to maximise", "Captures Moves"),
    FIRST_WORD("setPlayerType", "a property of a player", "Score Value"),
    FIRST_WORD("setSiteType", "a property of a site", "Count State Value"),
    FIRST_WORD("setValueType", "a number of the game", "Counter Pot"),
    FIRST_WORD("setStartPlayerType", "a property of a player", "Amount Score"),
    FIRST_WORD("setStartSitesType", "a property of a site", "Cost Count Phase"),
    FIRST_WORD("valueSimpleType", "a number of the game", "MoveLimit Pending TurnLimit"),
    FIRST_WORD("lastType", "a part of the last move", "From LevelFrom LevelTo To"),
    FIRST_WORD("countSimpleType", "what to count",
               "Active Cells Columns Edges LegalMoves Moves MovesThisTurn Phases Players Rows Trials Turns Vertices"),
    FIRST_WORD("countSiteType", "what to count",
               "Adjacent Diagonal Neighbours Off Orthogonal Sites SitesPlatformBelow"),
    FIRST_WORD("countComponentType", "what to count", "Pieces Pips"),
    FIRST_WORD("countGroupsType", "what to count", "Groups SizeBiggestGroup"),
    FIRST_WORD("allSimpleType", "a test of all", "DiceEqual DiceUsed Passed"),
    FIRST_WORD("allSitesType", "a test of sites", "Different Sites"),
    FIRST_WORD("isSimpleType", "a test", "Cycle Full Pending"),
    FIRST_WORD("isStringType", "a test of a question", "Decided Proposed"),
    FIRST_WORD("isGraphType", "a test of the last move", "LastFrom LastTo"),
    FIRST_WORD("isIntegerType", "a test of a number", "AnyDie Even Flat Odd PipsMatch SidesMatch Visited"),
    FIRST_WORD("isComponentType", "a test of a piece", "Threatened Within"),
    FIRST_WORD("isPatternType", "a test of a pattern", "Pattern PyramidCorners"),
    FIRST_WORD("isPlayerType", "a test of a player", "Active Enemy Friend Mover Next Prev"),
    FIRST_WORD("isTreeType", "a test of a tree", "CaterpillarTree SpanningTree Tree TreeCentre"),
    FIRST_WORD("isSiteType", "a test of a site", "Empty Occupied"),
    FIRST_WORD("isAngleType", "a test of an angle", "Acute Obtuse Reflex Right"),
    FIRST_WORD("isConnectType", "a test of connection", "Blocked Connected"),
    FIRST_WORD("isPuzzleRegionResultType", "a test of values", "Count Sum"),
    FIRST_WORD(
        "sitesSimpleType", "a part of the board",
        "Board Bottom Centre ConcaveCorners ConvexCorners Corners Hint Inner LastFrom LastTo Left LineOfPlay Major "
        "Minor "
        "Outer Pending Perimeter Playable Right ToClear Top"),
    FIRST_WORD("sitesIndexType", "a group of sites", "Cell Column Edge Empty Layer Phase Row State Support"),
    FIRST_WORD("sitesEdgeType", "a kind of edge", "Angled Axial Horizontal Slash Slosh Vertical"),
    FIRST_WORD("sitesMoveType", "a part of moves", "Between From To"),
    FIRST_WORD("sitesPlayerType", "what a player has", "Hand Winning"),
    ENUM("lineOfSightType", "what is seen", "Empty Farthest Piece"),

    // Graphics.
    ENUM("containerStyleType", "a style of board",
         "Board Hand Deck Dice Boardless ConnectiveGoal Mancala PenAndPaper Shibumi Spiral Isometric Puzzle Backgammon "
         "Chess Connect4 Go Graph HoundsAndJackals Janggi Lasca Shogi SnakesAndLadders Surakarta Table Tafl Xiangqi "
         "UltimateTicTacToe Futoshiki Hashi Kakuro Sudoku"),
    ENUM("boardGraphicsType", "a part of the board",
         "InnerEdges OuterEdges Phase0 Phase1 Phase2 Phase3 Phase4 Phase5 Symbols InnerVertices OuterVertices"),
    ENUM("componentStyleType", "a style of piece",
         "Piece Text Tile Card Die Domino LargePiece ExtendedShogi ExtendedXiangqi NativeAmericanDice"),
    ENUM("pieceStackType", "a style of stack",
         "Default Ground GroundDynamic Reverse Fan FanAlternating None Backgammon Count DefaultAndCount CountColoured "
         "Ring TowardsCenter"),
    FIRST_WORD("pieceNameType", "a change of name", "Rename ExtendName AddStateToName Hidden"),
    FIRST_WORD("groundType", "behind or in front", "Background Foreground Hidden"),
    ENUM("edgeType", "a kind of edge", "All Inner Outer Interlayer"),
    ENUM("lineStyle", "a style of line", "Thin Thick ThinDotted ThickDotted ThinDashed ThickDashed Hidden"),
    ENUM("curveType", "a kind of curve", "Spline Bezier"),
    ENUM("holeType", "a shape of hole", "Square Oval"),
    ENUM("whenScoreType", "when to show scores", "Always Never AtEnd"),
    ENUM("valueLocationType", "where on a piece", "None CornerLeft CornerRight Top Middle"),
    ENUM("showComponentDataType", "a property of a piece", "State Value"),
    FIRST_WORD("showSiteDataType", "a property of a site", "AsHoles SiteIndex"),
    FIRST_WORD("showBooleanType", "what to show",
               "Pits PlayerHoles LocalStateHoles RegionOwner Cost Hints EdgeDirections PossibleMoves CurvedEdges "
               "StraightEdges"),
    FIRST_WORD("noBooleanType", "what to leave out", "Board Animation Sunken HandScale Curves MaskedColour DicePips"),
    ENUM("puzzleDrawHintType", "where to draw hints", "Default TopLeft NextTo None"),
    ENUM("puzzleHintLocationType", "what hints belong to", "Default BetweenVertices"),
    ENUM("userColourType", "the name of a colour",
         "White Black Grey LightGrey VeryLightGrey DarkGrey VeryDarkGrey Dark Red Green Blue Yellow Pink Cyan Brown "
         "DarkBrown VeryDarkBrown Purple Magenta Turquoise Orange LightOrange LightRed DarkRed Burgundy LightGreen "
         "DarkGreen LightBlue VeryLightBlue DarkBlue IceBlue Gold Silver Bronze GunMetal HumanLight HumanDark Cream "
         "DeepPurple PinkFloyd BlackSabbath KingCrimson TangerineDream BabyBlue LightTan Hidden"),
};
const size_t lud_n_enums = COUNT_OF(lud_enums);
