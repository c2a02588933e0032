// SPDX-License-Identifier: MIT

/// Cases of stroke styles and of the composite types.
let compositeTokenValues = ##"""
  strokeStyle "solid"
  = {"$type":"strokeStyle","$value":"solid"}

  strokeStyle "inset"
  = {"$type":"strokeStyle","$value":"inset"}

  strokeStyle "Solid"
  = nothing
  ! LV2013 : `Solid` is not a stroke style

  strokeStyle "wavy"
  = nothing
  ! LV2013 : `wavy` is not a stroke style

  strokeStyle {"dashArray":[{"value":1,"unit":"px"},"2px"],"lineCap":"round"}
  = {"$type":"strokeStyle","$value":{"dashArray":[{"value":1,"unit":"px"},{"value":2,"unit":"px"}],"lineCap":"round"}}
  ! LV2014 dashArray/1: `2px` is the form of an earlier draft -> {"value":2,"unit":"px"}

  strokeStyle {"dashArray":[],"lineCap":"butt"}
  = {"$type":"strokeStyle","$value":{"dashArray":[],"lineCap":"butt"}}

  strokeStyle {"dashArray":[{"value":1,"unit":"px"}]}
  = {"$type":"strokeStyle","$value":{"dashArray":[{"value":1,"unit":"px"}]}}
  ! LV2015 : this strokeStyle lacks `lineCap`

  strokeStyle {"lineCap":"square"}
  = {"$type":"strokeStyle","$value":{"lineCap":"square"}}
  ! LV2015 : this strokeStyle lacks `dashArray`

  strokeStyle {"lineCap":"flat","dashArray":[]}
  = {"$type":"strokeStyle","$value":{"dashArray":[]}}
  ! LV2013 lineCap: a line cap is round, butt or square
  ? lineCap

  strokeStyle {"lineCap":"round","dashArray":[1]}
  = {"$type":"strokeStyle","$value":{"lineCap":"round"}}
  ! LV2013 dashArray/0: expected a dimension here, but this is a number
  ? dashArray

  strokeStyle {"lineCap":"round","dashArray":"1px"}
  = {"$type":"strokeStyle","$value":{"lineCap":"round"}}
  ! LV2013 dashArray: expected an array of dimensions here, but this is a text
  ? dashArray

  strokeStyle {"lineCap":"round","dashArray":["@unresolved"]}
  = {"$type":"strokeStyle","$value":{"lineCap":"round"}}
  ? dashArray

  strokeStyle {"lineCap":3,"dashArray":[1]}
  = nothing
  ! LV2013 dashArray/0: expected a dimension here, but this is a number
  ! LV2013 lineCap: a line cap is round, butt or square
  ? dashArray lineCap

  strokeStyle {}
  = nothing
  ! LV2015 : this strokeStyle lacks `dashArray`, `lineCap`

  strokeStyle 3
  = nothing
  ! LV2013 : expected a strokeStyle here, but this is a number

  strokeStyle {"lineCap":{"@part":"round"},"dashArray":[{"@token":{"$type":"dimension","$value":"1px"}}]}
  = {"$type":"strokeStyle","$value":{"dashArray":[{"value":1,"unit":"px"}],"lineCap":"round"}}

  border {"color":"#000","width":{"value":1,"unit":"px"},"style":"solid"}
  = {"$type":"border","$value":{"color":{"colorSpace":"srgb","components":[0,0,0],"alpha":1,"hex":"#000000"},"width":{"value":1,"unit":"px"},"style":"solid"}}
  ! LV2014 color: `#000` is the form of an earlier draft -> {"colorSpace":"srgb","components":[0,0,0],"hex":"#000000"}

  border {"color":{"@token":{"$type":"color","$value":"#000"}},"width":{"@part":{"value":1,"unit":"px"}},"style":{"dashArray":[{"value":1,"unit":"px"}],"lineCap":"round"}}
  = {"$type":"border","$value":{"color":{"colorSpace":"srgb","components":[0,0,0],"alpha":1,"hex":"#000000"},"width":{"value":1,"unit":"px"},"style":{"dashArray":[{"value":1,"unit":"px"}],"lineCap":"round"}}}

  border {"color":"@unresolved","width":{"value":1,"unit":"px"},"style":"solid"}
  = {"$type":"border","$value":{"width":{"value":1,"unit":"px"},"style":"solid"}}
  ? color

  border {"color":"#00","width":{"value":1,"unit":"px"},"style":"solid"}
  = {"$type":"border","$value":{"width":{"value":1,"unit":"px"},"style":"solid"}}
  ! LV2013 color: `#00` is not a color
  ? color

  border {"width":{"value":1,"unit":"px"},"style":"solid","colour":"#000"}
  = {"$type":"border","$value":{"width":{"value":1,"unit":"px"},"style":"solid"}}
  ! LV2013 colour: a border has no part `colour`
  ? colour color

  border {"width":{"value":1,"unit":"px"},"stile":"solid","more":1}
  = {"$type":"border","$value":{"width":{"value":1,"unit":"px"}}}
  ! LV2013 stile: a border has no part `stile`
  ! LV2013 more: a border has no part `more`
  ! LV2015 : this border lacks `color`
  ? stile more style

  border {"width":{"value":1,"unit":"em"},"style":"wavy","color":3}
  = nothing
  ! LV2013 color: expected a color here, but this is a number
  ! LV2013 width/unit: the unit of a dimension is "px" or "rem"
  ! LV2013 style: `wavy` is not a stroke style
  ? color width style

  border {"width":{"value":1,"unit":"px"},"style":{"lineCap":"round"},"color":{"colorSpace":"srgb","components":[0,0,0]}}
  = {"$type":"border","$value":{"color":{"colorSpace":"srgb","components":[0,0,0],"alpha":1,"hex":"#000000"},"width":{"value":1,"unit":"px"},"style":{"lineCap":"round"}}}
  ! LV2015 : this border lacks `style/dashArray`

  border {"style":{"@token":{"$type":"strokeStyle","$value":"dotted"}}}
  = {"$type":"border","$value":{"style":"dotted"}}
  ! LV2015 : this border lacks `color`, `width`

  border {"style":{"@token":{"$type":"color","$value":"#000"}}}
  = nothing
  ! LV1004 style: expected a token of type strokeStyle here, but this one is of type color
  ! LV2015 : this border lacks `color`, `width`
  ? style

  border {}
  = nothing
  ! LV2015 : this border lacks `color`, `width`, `style`

  border []
  = nothing
  ! LV2013 : expected a border here, but this is an array

  border "1px solid"
  = nothing
  ! LV2013 : expected a border here, but this is a text

  border null
  = nothing
  ! LV2013 : expected a border here, but this is null

  border {"@token":{"$type":"border","$value":{"style":"solid"}}}
  = {"$type":"border","$value":{"style":"solid"}}

  strict:border {"width":{"value":1,"unit":"px"},"style":"solid"}
  = nothing
  ! LV2015 : this border lacks `color`

  strict:border {"color":{"colorSpace":"srgb","components":[0,0,0]},"width":{"value":1,"unit":"px"},"style":"solid","more":1}
  = nothing
  ! LV2013 more: a border has no part `more`
  ? more

  strict:border {"color":"@unresolved","width":{"value":1,"unit":"px"},"style":"solid"}
  = nothing
  ? color

  strict:border {"color":"#000","width":{"value":1,"unit":"px"},"style":"solid"}
  = {"$type":"border","$value":{"color":{"colorSpace":"srgb","components":[0,0,0],"alpha":1,"hex":"#000000"},"width":{"value":1,"unit":"px"},"style":"solid"}}
  ! LV2014 color: `#000` is the form of an earlier draft -> {"colorSpace":"srgb","components":[0,0,0],"hex":"#000000"}

  transition {"duration":{"value":1,"unit":"s"},"delay":{"value":0,"unit":"ms"},"timingFunction":[0,0,1,1]}
  = {"$type":"transition","$value":{"duration":{"value":1,"unit":"s"},"delay":{"value":0,"unit":"ms"},"timingFunction":[0,0,1,1]}}

  transition {"duration":"1s","delay":0,"timingFunction":"ease"}
  = {"$type":"transition","$value":{"duration":{"value":1,"unit":"s"}}}
  ! LV2014 duration: `1s` is the form of an earlier draft -> {"value":1,"unit":"s"}
  ! LV2013 delay: expected a duration here, but this is a number
  ! LV2013 timingFunction: expected an array of four numbers here, but this is a text
  ? delay timingFunction

  transition {"duration":{"value":1,"unit":"s"},"timingFunction":[0,0,2,1]}
  = {"$type":"transition","$value":{"duration":{"value":1,"unit":"s"}}}
  ! LV2002 timingFunction/2: x2 is outside of its range
  ! LV2015 : this transition lacks `delay`
  ? timingFunction

  transition {"duration":{"@token":{"$type":"duration","$value":{"value":1,"unit":"s"}}},"delay":"@unresolved","timingFunction":[0,"@unresolved",1,1]}
  = {"$type":"transition","$value":{"duration":{"value":1,"unit":"s"}}}
  ? delay timingFunction

  shadow {"color":{"colorSpace":"srgb","components":[0,0,0]},"offsetX":{"value":1,"unit":"px"},"offsetY":{"value":2,"unit":"px"},"blur":{"value":3,"unit":"px"},"spread":{"value":4,"unit":"px"}}
  = {"$type":"shadow","$value":[{"color":{"colorSpace":"srgb","components":[0,0,0],"alpha":1,"hex":"#000000"},"offsetX":{"value":1,"unit":"px"},"offsetY":{"value":2,"unit":"px"},"blur":{"value":3,"unit":"px"},"spread":{"value":4,"unit":"px"},"inset":false}]}

  shadow [{"color":{"colorSpace":"srgb","components":[0,0,0]},"offsetX":{"value":1,"unit":"px"},"offsetY":{"value":2,"unit":"px"},"blur":{"value":3,"unit":"px"},"spread":{"value":4,"unit":"px"},"inset":true}]
  = {"$type":"shadow","$value":[{"color":{"colorSpace":"srgb","components":[0,0,0],"alpha":1,"hex":"#000000"},"offsetX":{"value":1,"unit":"px"},"offsetY":{"value":2,"unit":"px"},"blur":{"value":3,"unit":"px"},"spread":{"value":4,"unit":"px"},"inset":true}]}

  shadow {"color":{"colorSpace":"srgb","components":[0,0,0]},"inset":"yes"}
  = {"$type":"shadow","$value":[{"color":{"colorSpace":"srgb","components":[0,0,0],"alpha":1,"hex":"#000000"},"inset":false}]}
  ! LV2013 inset: expected true or false here, but this is a text
  ! LV2015 : this shadow lacks `offsetX`, `offsetY`, `blur`, `spread`
  ? inset

  shadow {"inset":true}
  = nothing
  ! LV2015 : this shadow lacks `color`, `offsetX`, `offsetY`, `blur`, `spread`

  shadow {"blur":{"value":3,"unit":"px"},"inset":"@unresolved"}
  = {"$type":"shadow","$value":[{"blur":{"value":3,"unit":"px"},"inset":false}]}
  ! LV2015 : this shadow lacks `color`, `offsetX`, `offsetY`, `spread`
  ? inset

  shadow {"blur":{"value":3,"unit":"px"},"inset":{"@part":true}}
  = {"$type":"shadow","$value":[{"blur":{"value":3,"unit":"px"},"inset":true}]}
  ! LV2015 : this shadow lacks `color`, `offsetX`, `offsetY`, `spread`

  shadow [{"blur":{"value":3,"unit":"px"}},{"blur":3},4]
  = {"$type":"shadow","$value":[{"blur":{"value":3,"unit":"px"},"inset":false}]}
  ! LV2013 1/blur: expected a dimension here, but this is a number
  ! LV2013 2: expected a shadow here, but this is a number
  ! LV2015 : this shadow lacks `0/color`, `0/offsetX`, `0/offsetY`, `0/spread`, `1/color`, `1/offsetX`, `1/offsetY`, `1/spread`
  ? 1/blur 1 2

  shadow [{"@token":{"$type":"shadow","$value":{"blur":{"value":3,"unit":"px"}}}},"@unresolved"]
  = {"$type":"shadow","$value":[{"blur":{"value":3,"unit":"px"},"inset":false}]}
  ? 1

  shadow [{"@token":{"$type":"shadow","$value":[{"blur":{"value":3,"unit":"px"}},{"blur":{"value":4,"unit":"px"}}]}}]
  = nothing
  ! LV2013 0: this token has several elements, and one is needed here
  ? 0

  shadow [{"@token":{"$type":"color","$value":"#000"}},{"blur":{"value":3,"unit":"px"}}]
  = {"$type":"shadow","$value":[{"blur":{"value":3,"unit":"px"},"inset":false}]}
  ! LV1004 0: expected a token of type shadow here, but this one is of type color
  ! LV2015 : this shadow lacks `1/color`, `1/offsetX`, `1/offsetY`, `1/spread`
  ? 0

  shadow {"@token":{"$type":"shadow","$value":[{"blur":{"value":3,"unit":"px"}},{"blur":{"value":4,"unit":"px"}}]}}
  = {"$type":"shadow","$value":[{"blur":{"value":3,"unit":"px"},"inset":false},{"blur":{"value":4,"unit":"px"},"inset":false}]}

  shadow [{"@part":{"blur":{"value":3,"unit":"px"},"inset":true}}]
  = {"$type":"shadow","$value":[{"blur":{"value":3,"unit":"px"},"inset":true}]}
  ! LV2015 : this shadow lacks `0/color`, `0/offsetX`, `0/offsetY`, `0/spread`

  shadow [[{"blur":{"value":3,"unit":"px"}}]]
  = nothing
  ! LV2013 0: expected a shadow here, but this is an array
  ? 0

  shadow []
  = nothing
  ! LV2013 : this shadow is empty

  shadow "none"
  = nothing
  ! LV2013 : expected an object or an array here, but this is a text

  shadow ["@unresolved"]
  = nothing
  ? 0

  strict:shadow [{"color":{"colorSpace":"srgb","components":[0,0,0]},"offsetX":{"value":1,"unit":"px"},"offsetY":{"value":2,"unit":"px"},"blur":{"value":3,"unit":"px"},"spread":{"value":4,"unit":"px"}},3]
  = nothing
  ! LV2013 1: expected a shadow here, but this is a number
  ? 1

  gradient [{"color":{"colorSpace":"srgb","components":[0,0,0]},"position":-1},{"color":{"colorSpace":"srgb","components":[1,1,1]},"position":1.5}]
  = {"$type":"gradient","$value":[{"color":{"colorSpace":"srgb","components":[0,0,0],"alpha":1,"hex":"#000000"},"position":0},{"color":{"colorSpace":"srgb","components":[1,1,1],"alpha":1,"hex":"#ffffff"},"position":1}]}

  gradient [{"color":{"colorSpace":"srgb","components":[0,0,0]},"position":0.5}]
  = {"$type":"gradient","$value":[{"color":{"colorSpace":"srgb","components":[0,0,0],"alpha":1,"hex":"#000000"},"position":0.5}]}

  gradient [{"color":{"colorSpace":"srgb","components":[0,0,0]},"position":"0.5"}]
  = {"$type":"gradient","$value":[{"color":{"colorSpace":"srgb","components":[0,0,0],"alpha":1,"hex":"#000000"}}]}
  ! LV2013 0/position: expected a number here, but this is a text
  ? 0/position

  gradient [{"color":{"colorSpace":"srgb","components":[0,0,0]},"position":{"@token":{"$type":"number","$value":7}}}]
  = {"$type":"gradient","$value":[{"color":{"colorSpace":"srgb","components":[0,0,0],"alpha":1,"hex":"#000000"},"position":1}]}

  gradient [{"position":0}]
  = {"$type":"gradient","$value":[{"position":0}]}
  ! LV2015 : this gradient lacks `0/color`

  gradient [{"color":{"colorSpace":"srgb","components":[0,0,0]}},{"@token":{"$type":"gradient","$value":[{"color":{"colorSpace":"srgb","components":[1,1,1]},"position":1}]}}]
  = {"$type":"gradient","$value":[{"color":{"colorSpace":"srgb","components":[0,0,0],"alpha":1,"hex":"#000000"}},{"color":{"colorSpace":"srgb","components":[1,1,1],"alpha":1,"hex":"#ffffff"},"position":1}]}
  ! LV2015 : this gradient lacks `0/position`

  gradient {"color":{"colorSpace":"srgb","components":[0,0,0]},"position":0}
  = nothing
  ! LV2013 : expected an array of stops here, but this is an object

  gradient []
  = nothing
  ! LV2013 : this gradient is empty

  gradient [1,2]
  = nothing
  ! LV2013 0: expected a gradient here, but this is a number
  ! LV2013 1: expected a gradient here, but this is a number
  ? 0 1

  gradient [{"color":"#000","position":0,"stop":1}]
  = {"$type":"gradient","$value":[{"color":{"colorSpace":"srgb","components":[0,0,0],"alpha":1,"hex":"#000000"},"position":0}]}
  ! LV2013 0/stop: a gradient has no part `stop`
  ! LV2014 0/color: `#000` is the form of an earlier draft -> {"colorSpace":"srgb","components":[0,0,0],"hex":"#000000"}
  ? 0/stop

  typography {"fontFamily":"Inter","fontSize":{"value":1,"unit":"rem"},"fontWeight":"bold","letterSpacing":{"value":0,"unit":"px"},"lineHeight":1.5}
  = {"$type":"typography","$value":{"fontFamily":["Inter"],"fontSize":{"value":1,"unit":"rem"},"fontWeight":700,"letterSpacing":{"value":0,"unit":"px"},"lineHeight":1.5}}

  typography {"fontFamily":["Inter"],"fontSize":{"value":1,"unit":"rem"},"fontWeight":400,"lineHeight":1.5}
  = {"$type":"typography","$value":{"fontFamily":["Inter"],"fontSize":{"value":1,"unit":"rem"},"fontWeight":400,"lineHeight":1.5}}
  ! LV2015 : this typography lacks `letterSpacing`

  typography {"fontFamily":"Inter"}
  = {"$type":"typography","$value":{"fontFamily":["Inter"]}}
  ! LV2015 : this typography lacks `fontSize`, `fontWeight`, `letterSpacing`, `lineHeight`

  typography {"fontFamily":3,"fontSize":"1em","fontWeight":"Bold","letterSpacing":0,"lineHeight":"1.5"}
  = nothing
  ! LV2013 fontFamily: expected a name or an array of names here, but this is a number
  ! LV2013 fontSize: `1em` is not a dimension
  ! LV2013 fontWeight: `Bold` is not the name of a weight
  ! LV2013 letterSpacing: expected a dimension here, but this is a number
  ! LV2013 lineHeight: expected a number here, but this is a text
  ? fontFamily fontSize fontWeight letterSpacing lineHeight

  typography {"fontFamily":[],"fontSize":{"value":1,"unit":"rem"},"fontWeight":0,"letterSpacing":{"value":0,"unit":"px"},"lineHeight":{"value":1,"unit":"px"}}
  = {"$type":"typography","$value":{"fontSize":{"value":1,"unit":"rem"},"letterSpacing":{"value":0,"unit":"px"}}}
  ! LV2013 fontFamily: this list of fonts is empty
  ! LV2002 fontWeight: the weight is outside of its range
  ! LV2013 lineHeight: expected a number here, but this is an object
  ? fontFamily fontWeight lineHeight

  typography {"fontFamily":{"@token":{"$type":"fontFamily","$value":["a","b"]}},"fontSize":{"@token":{"$type":"dimension","$value":"1px"}},"fontWeight":{"@token":{"$type":"fontWeight","$value":"bold"}},"letterSpacing":{"@part":"1px"},"lineHeight":{"@token":{"$type":"number","$value":2}}}
  = {"$type":"typography","$value":{"fontFamily":["a","b"],"fontSize":{"value":1,"unit":"px"},"fontWeight":700,"letterSpacing":{"value":1,"unit":"px"},"lineHeight":2}}
  ! LV2014 letterSpacing: `1px` is the form of an earlier draft -> {"value":1,"unit":"px"}

  typography {"fontFamily":"@unresolved","fontSize":"@unresolved","fontWeight":"@unresolved","letterSpacing":"@unresolved","lineHeight":"@unresolved"}
  = nothing
  ? fontFamily fontSize fontWeight letterSpacing lineHeight

  typography {"fontFamily":{"@token":{"$type":"number","$value":2}},"fontSize":{"@token":{"$type":"number","$value":2}},"lineheight":2,"textCase":"upper","lineHeight":1}
  = {"$type":"typography","$value":{"lineHeight":1}}
  ! LV2013 lineheight: a typography has no part `lineheight`
  ! LV2013 textCase: a typography has no part `textCase`
  ! LV1004 fontFamily: expected a token of type fontFamily here, but this one is of type number
  ! LV1004 fontSize: expected a token of type dimension here, but this one is of type number
  ! LV2015 : this typography lacks `fontWeight`, `letterSpacing`
  ? lineheight textCase fontFamily fontSize

  typography "{a.b} bold"
  = nothing
  ! LV2013 : a reference has to be the whole text, but this one is a part of `{a.b} bold`

  typography "@unresolved"
  = nothing

  strict:typography {"fontFamily":"Inter","fontSize":{"value":1,"unit":"rem"},"fontWeight":400,"lineHeight":1.5}
  = nothing
  ! LV2015 : this typography lacks `letterSpacing`
  """##
