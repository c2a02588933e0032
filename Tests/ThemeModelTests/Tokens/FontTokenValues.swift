// SPDX-License-Identifier: MIT

/// Cases of fonts, weights and timing functions, and of types that the format does not know.
let fontTokenValues = ##"""
  fontFamily "Inter"
  = {"$type":"fontFamily","$value":["Inter"]}

  fontFamily ""
  = {"$type":"fontFamily","$value":[""]}

  fontFamily ["Inter","sans-serif"]
  = {"$type":"fontFamily","$value":["Inter","sans-serif"]}

  fontFamily []
  = nothing
  ! LV2013 : this list of fonts is empty

  fontFamily [1]
  = nothing
  ! LV2013 0: expected the name of a font here, but this is a number

  fontFamily ["a",null]
  = nothing
  ! LV2013 1: expected the name of a font here, but this is null

  fontFamily [["a"]]
  = nothing
  ! LV2013 0: expected the name of a font here, but this is an array

  fontFamily {}
  = nothing
  ! LV2013 : expected a name or an array of names here, but this is an object

  fontFamily 3
  = nothing
  ! LV2013 : expected a name or an array of names here, but this is a number

  fontFamily "{font.base}, serif"
  = nothing
  ! LV2013 : a reference has to be the whole text, but this one is a part of `{font.base}, serif`

  fontFamily ["{a} b"]
  = nothing
  ! LV2013 0: a reference has to be the whole text, but this one is a part of `{a} b`

  fontFamily [{"@token":{"$type":"fontFamily","$value":"Inter"}},"serif"]
  = {"$type":"fontFamily","$value":["Inter","serif"]}

  fontFamily [{"@token":{"$type":"fontFamily","$value":["Inter","Arial"]}},"serif"]
  = nothing
  ! LV2013 0: this token has several fonts, and one is needed here

  fontFamily [{"@token":{"$type":"number","$value":3}}]
  = nothing
  ! LV1004 0: expected a token of type fontFamily here, but this one is of type number

  fontFamily [{"@part":"Inter"}]
  = {"$type":"fontFamily","$value":["Inter"]}

  fontFamily [{"@part":["Inter","Arial"]}]
  = nothing
  ! LV2013 0: expected the name of a font here, but this is an array

  fontFamily {"@part":["Inter","Arial"]}
  = {"$type":"fontFamily","$value":["Inter","Arial"]}

  fontFamily ["@unresolved","serif"]
  = nothing

  fontWeight 1
  = {"$type":"fontWeight","$value":1}

  fontWeight 1000
  = {"$type":"fontWeight","$value":1000}

  fontWeight 0.99
  = nothing
  ! LV2002 : the weight is outside of its range

  fontWeight 1000.5
  = nothing
  ! LV2002 : the weight is outside of its range

  fontWeight 450.5
  = {"$type":"fontWeight","$value":450.5}

  fontWeight -400
  = nothing
  ! LV2002 : the weight is outside of its range

  fontWeight "thin"
  = {"$type":"fontWeight","$value":100}

  fontWeight "hairline"
  = {"$type":"fontWeight","$value":100}

  fontWeight "extra-light"
  = {"$type":"fontWeight","$value":200}

  fontWeight "ultra-light"
  = {"$type":"fontWeight","$value":200}

  fontWeight "light"
  = {"$type":"fontWeight","$value":300}

  fontWeight "normal"
  = {"$type":"fontWeight","$value":400}

  fontWeight "regular"
  = {"$type":"fontWeight","$value":400}

  fontWeight "book"
  = {"$type":"fontWeight","$value":400}

  fontWeight "medium"
  = {"$type":"fontWeight","$value":500}

  fontWeight "semi-bold"
  = {"$type":"fontWeight","$value":600}

  fontWeight "demi-bold"
  = {"$type":"fontWeight","$value":600}

  fontWeight "bold"
  = {"$type":"fontWeight","$value":700}

  fontWeight "extra-bold"
  = {"$type":"fontWeight","$value":800}

  fontWeight "ultra-bold"
  = {"$type":"fontWeight","$value":800}

  fontWeight "black"
  = {"$type":"fontWeight","$value":900}

  fontWeight "heavy"
  = {"$type":"fontWeight","$value":900}

  fontWeight "extra-black"
  = {"$type":"fontWeight","$value":950}

  fontWeight "ultra-black"
  = {"$type":"fontWeight","$value":950}

  fontWeight "Bold"
  = nothing
  ! LV2013 : `Bold` is not the name of a weight

  fontWeight "semibold"
  = nothing
  ! LV2013 : `semibold` is not the name of a weight

  fontWeight "400"
  = nothing
  ! LV2013 : `400` is not the name of a weight

  fontWeight "solid as a rock"
  = nothing
  ! LV2013 : `solid as a rock` is not the name of a weight

  fontWeight null
  = nothing
  ! LV2013 : expected a weight here, but this is null

  fontWeight [400]
  = nothing
  ! LV2013 : expected a weight here, but this is an array

  fontWeight {"@part":500}
  = {"$type":"fontWeight","$value":500}

  fontWeight {"@part":"bold"}
  = {"$type":"fontWeight","$value":700}

  fontWeight {"@token":{"$type":"number","$value":500}}
  = nothing
  ! LV1004 : expected a token of type fontWeight here, but this one is of type number

  fontWeight {"@token":{"$type":"fontWeight","$value":"bold"}}
  = {"$type":"fontWeight","$value":700}

  cubicBezier [0,0,1,1]
  = {"$type":"cubicBezier","$value":[0,0,1,1]}

  cubicBezier [0.5,-2,0.5,3]
  = {"$type":"cubicBezier","$value":[0.5,-2,0.5,3]}

  cubicBezier [-0.01,0,1,1]
  = nothing
  ! LV2002 0: x1 is outside of its range

  cubicBezier [1.01,0,1,1]
  = nothing
  ! LV2002 0: x1 is outside of its range

  cubicBezier [0,0,-0.01,1]
  = nothing
  ! LV2002 2: x2 is outside of its range

  cubicBezier [0,0,1.01,1]
  = nothing
  ! LV2002 2: x2 is outside of its range

  cubicBezier [0,0,1]
  = nothing
  ! LV2013 : a cubicBezier has four numbers, and this one 3

  cubicBezier [0,0,1,1,1]
  = nothing
  ! LV2013 : a cubicBezier has four numbers, and this one 5

  cubicBezier []
  = nothing
  ! LV2013 : a cubicBezier has four numbers, and this one 0

  cubicBezier ["0",0,1,1]
  = nothing
  ! LV2013 0: expected a number here, but this is a text

  cubicBezier [0,null,1,1]
  = nothing
  ! LV2013 1: expected a number here, but this is null

  cubicBezier "ease"
  = nothing
  ! LV2013 : expected an array of four numbers here, but this is a text

  cubicBezier {"x1":0}
  = nothing
  ! LV2013 : expected an array of four numbers here, but this is an object

  cubicBezier [{"@part":0.25},0,{"@token":{"$type":"number","$value":1}},1]
  = nothing
  ! LV2013 2: expected a number here, but this is a reference to a token of type number

  cubicBezier [{"@part":2},0,1,1]
  = nothing
  ! LV2002 0: x1 is outside of its range

  cubicBezier ["@unresolved",0,1,1]
  = nothing

  cubicBezier {"@part":[0,0,1,1]}
  = {"$type":"cubicBezier","$value":[0,0,1,1]}

  string "hello"
  = {"$type":"string","$value":"hello"}

  string 3
  = {"$type":"string","$value":3}

  boolean true
  = {"$type":"boolean","$value":true}

  vendor-range {"from":1,"to":[2,null]}
  = {"$type":"vendor-range","$value":{"from":1,"to":[2,null]}}

  vendor-range {"from":{"@token":{"$type":"dimension","$value":{"value":4,"unit":"px"}}},"to":{"@part":3}}
  = {"$type":"vendor-range","$value":{"from":{"value":4,"unit":"px"},"to":3}}

  vendor-range ["@unresolved",1]
  = nothing

  string "a {b} c"
  = {"$type":"string","$value":"a {b} c"}

  Color "#fff"
  = {"$type":"Color","$value":"#fff"}
  """##
