// SPDX-License-Identifier: MIT

/// Cases of colours.
let tokenColors = ##"""
  color {"colorSpace":"srgb","components":[1,0.6,0]}
  = {"$type":"color","$value":{"colorSpace":"srgb","components":[1,0.6,0],"alpha":1,"hex":"#ff9900"}}

  color {"colorSpace":"srgb","components":[1,0.6,0],"hex":"#ff9900"}
  = {"$type":"color","$value":{"colorSpace":"srgb","components":[1,0.6,0],"alpha":1,"hex":"#ff9900"}}

  color {"colorSpace":"srgb","components":[1,0.6,0],"hex":"#FF9900","alpha":0.5}
  = {"$type":"color","$value":{"colorSpace":"srgb","components":[1,0.6,0],"alpha":0.5,"hex":"#ff9900"}}

  color {"colorSpace":"srgb","components":[1,0.6,0],"hex":"#000000"}
  = {"$type":"color","$value":{"colorSpace":"srgb","components":[1,0.6,0],"alpha":1,"hex":"#000000"}}

  color {"colorSpace":"srgb","components":[1,0.6,0],"hex":"#f90"}
  = {"$type":"color","$value":{"colorSpace":"srgb","components":[1,0.6,0],"alpha":1,"hex":"#ff9900"}}
  ! LV2014 hex: `#f90` is the form of an earlier draft -> "#ff9900"

  color {"colorSpace":"srgb","components":[1,0.6,0],"hex":"ff9900"}
  = nothing
  ! LV2013 hex: the hex of a color is a text of six digits

  color {"colorSpace":"srgb","components":[1,0.6,0],"hex":"#ff9900ff"}
  = nothing
  ! LV2013 hex: the hex of a color is a text of six digits

  color {"colorSpace":"srgb","components":[1,0.6,0],"hex":"#gg9900"}
  = nothing
  ! LV2013 hex: the hex of a color is a text of six digits

  color {"colorSpace":"srgb","components":[1,0.6,0],"hex":3}
  = nothing
  ! LV2013 hex: the hex of a color is a text of six digits

  color {"colorSpace":"srgb","components":[1,0.6,0],"hex":""}
  = nothing
  ! LV2013 hex: the hex of a color is a text of six digits

  color {"colorSpace":"srgb","components":["none",0,1]}
  = {"$type":"color","$value":{"colorSpace":"srgb","components":["none",0,1],"alpha":1,"hex":"#0000ff"}}

  color {"colorSpace":"srgb","components":["None",0,1]}
  = nothing
  ! LV2013 components/0: expected a number or "none" here, but this is a text

  color {"colorSpace":"srgb","components":[-0.001,0,1]}
  = nothing
  ! LV2002 components/0: this component of srgb is outside of its range

  color {"colorSpace":"srgb","components":[0,1.001,1]}
  = nothing
  ! LV2002 components/1: this component of srgb is outside of its range

  color {"colorSpace":"srgb-linear","components":[0,0,2]}
  = nothing
  ! LV2002 components/2: this component of srgb-linear is outside of its range

  color {"colorSpace":"display-p3","components":[0,0,-1]}
  = nothing
  ! LV2002 components/2: this component of display-p3 is outside of its range

  color {"colorSpace":"a98-rgb","components":[2,0,0]}
  = nothing
  ! LV2002 components/0: this component of a98-rgb is outside of its range

  color {"colorSpace":"prophoto-rgb","components":[0,2,0]}
  = nothing
  ! LV2002 components/1: this component of prophoto-rgb is outside of its range

  color {"colorSpace":"rec2020","components":[0,0,1.5]}
  = nothing
  ! LV2002 components/2: this component of rec2020 is outside of its range

  color {"colorSpace":"xyz-d65","components":[1.0001,0,0]}
  = nothing
  ! LV2002 components/0: this component of xyz-d65 is outside of its range

  color {"colorSpace":"xyz-d50","components":[0,-0.1,0]}
  = nothing
  ! LV2002 components/1: this component of xyz-d50 is outside of its range

  color {"colorSpace":"hsl","components":[0,100,100]}
  = {"$type":"color","$value":{"colorSpace":"hsl","components":[0,100,100],"alpha":1,"hex":"#ffffff"}}

  color {"colorSpace":"hsl","components":[360,50,50]}
  = nothing
  ! LV2002 components/0: this component of hsl is outside of its range

  color {"colorSpace":"hsl","components":[359.9,0,0]}
  = {"$type":"color","$value":{"colorSpace":"hsl","components":[359.9,0,0],"alpha":1,"hex":"#000000"}}

  color {"colorSpace":"hsl","components":[-1,50,50]}
  = nothing
  ! LV2002 components/0: this component of hsl is outside of its range

  color {"colorSpace":"hsl","components":[0,100.5,50]}
  = nothing
  ! LV2002 components/1: this component of hsl is outside of its range

  color {"colorSpace":"hsl","components":[0,50,-0.5]}
  = nothing
  ! LV2002 components/2: this component of hsl is outside of its range

  color {"colorSpace":"hwb","components":[360,50,50]}
  = nothing
  ! LV2002 components/0: this component of hwb is outside of its range

  color {"colorSpace":"hwb","components":[0,101,0]}
  = nothing
  ! LV2002 components/1: this component of hwb is outside of its range

  color {"colorSpace":"lab","components":[100,-500,500]}
  = {"$type":"color","$value":{"colorSpace":"lab","components":[100,-500,500],"alpha":1,"hex":"#7affa8"}}

  color {"colorSpace":"lab","components":[101,0,0]}
  = nothing
  ! LV2002 components/0: this component of lab is outside of its range

  color {"colorSpace":"lab","components":[-1,0,0]}
  = nothing
  ! LV2002 components/0: this component of lab is outside of its range

  color {"colorSpace":"lch","components":[50,0,0]}
  = {"$type":"color","$value":{"colorSpace":"lch","components":[50,0,0],"alpha":1,"hex":"#777777"}}

  color {"colorSpace":"lch","components":[50,-1,0]}
  = nothing
  ! LV2002 components/1: this component of lch is outside of its range

  color {"colorSpace":"lch","components":[50,500,360]}
  = nothing
  ! LV2002 components/2: this component of lch is outside of its range

  color {"colorSpace":"oklab","components":[1,-5,5]}
  = {"$type":"color","$value":{"colorSpace":"oklab","components":[1,-5,5],"alpha":1,"hex":"#ffffff"}}

  color {"colorSpace":"oklab","components":[1.1,0,0]}
  = nothing
  ! LV2002 components/0: this component of oklab is outside of its range

  color {"colorSpace":"oklch","components":[0.5,0,359]}
  = {"$type":"color","$value":{"colorSpace":"oklch","components":[0.5,0,359],"alpha":1,"hex":"#636363"}}

  color {"colorSpace":"oklch","components":[1.01,0,0]}
  = nothing
  ! LV2002 components/0: this component of oklch is outside of its range

  color {"colorSpace":"oklch","components":[0.5,-0.1,0]}
  = nothing
  ! LV2002 components/1: this component of oklch is outside of its range

  color {"colorSpace":"oklch","components":[0.5,0.1,-0.1]}
  = nothing
  ! LV2002 components/2: this component of oklch is outside of its range

  color {"colorSpace":"sRGB","components":[0,0,0]}
  = nothing
  ! LV2013 colorSpace: `sRGB` is not a colour space

  color {"colorSpace":"cmyk","components":[0,0,0,0]}
  = nothing
  ! LV2013 colorSpace: `cmyk` is not a colour space

  color {"colorSpace":null,"components":[0,0,0]}
  = nothing
  ! LV2013 colorSpace: a colour space is a text

  color {"components":[0,0,0]}
  = nothing
  ! LV2013 : this color has no `colorSpace`

  color {"colorSpace":"srgb"}
  = nothing
  ! LV2013 : this color has no `components`

  color {"colorSpace":"srgb","components":[0,0]}
  = nothing
  ! LV2013 components: a color has three components, and this one 2

  color {"colorSpace":"srgb","components":[0,0,0,0]}
  = nothing
  ! LV2013 components: a color has three components, and this one 4

  color {"colorSpace":"srgb","components":{}}
  = nothing
  ! LV2013 components: expected an array of three components here, but this is an object

  color {"colorSpace":"srgb","components":"none"}
  = nothing
  ! LV2013 components: expected an array of three components here, but this is a text

  color {"colorSpace":"srgb","components":[0,"0",0]}
  = nothing
  ! LV2013 components/1: expected a number or "none" here, but this is a text

  color {"colorSpace":"srgb","components":[0,null,0]}
  = nothing
  ! LV2013 components/1: expected a number or "none" here, but this is null

  color {"colorSpace":"srgb","components":[[0],0,0]}
  = nothing
  ! LV2013 components/0: expected a number or "none" here, but this is an array

  color {"colorSpace":"srgb","components":[0,0,0],"alpha":0}
  = {"$type":"color","$value":{"colorSpace":"srgb","components":[0,0,0],"alpha":0,"hex":"#000000"}}

  color {"colorSpace":"srgb","components":[0,0,0],"alpha":1}
  = {"$type":"color","$value":{"colorSpace":"srgb","components":[0,0,0],"alpha":1,"hex":"#000000"}}

  color {"colorSpace":"srgb","components":[0,0,0],"alpha":-0.1}
  = nothing
  ! LV2002 alpha: alpha is outside of its range

  color {"colorSpace":"srgb","components":[0,0,0],"alpha":1.1}
  = nothing
  ! LV2002 alpha: alpha is outside of its range

  color {"colorSpace":"srgb","components":[0,0,0],"alpha":"none"}
  = nothing
  ! LV2013 alpha: expected a number here, but this is a text

  color {"colorSpace":"srgb","components":[0,0,0],"alpha":null}
  = nothing
  ! LV2013 alpha: expected a number here, but this is null

  color {"colorSpace":"srgb","components":[0,0,0],"opacity":1}
  = nothing
  ! LV2013 opacity: a color has no part `opacity`
  ? opacity

  color {"colorspace":"srgb","components":[0,0,0]}
  = nothing
  ! LV2013 colorspace: a color has no part `colorspace`
  ? colorspace

  color {}
  = nothing
  ! LV2013 : this color has no `colorSpace`

  color []
  = nothing
  ! LV2013 : expected a color here, but this is an array

  color 3
  = nothing
  ! LV2013 : expected a color here, but this is a number

  color {"a.b":null}
  = nothing
  ! LV2013 : this is an object with the key `a.b`, and not a reference

  color {"alpha":null}
  = nothing
  ! LV2013 : this color has no `colorSpace`

  color null
  = nothing
  ! LV2013 : expected a color here, but this is null

  color "#fff"
  = {"$type":"color","$value":{"colorSpace":"srgb","components":[1,1,1],"alpha":1,"hex":"#ffffff"}}
  ! LV2014 : `#fff` is the form of an earlier draft -> {"colorSpace":"srgb","components":[1,1,1],"hex":"#ffffff"}

  color "#336699"
  = {"$type":"color","$value":{"colorSpace":"srgb","components":[0.2,0.4,0.6],"alpha":1,"hex":"#336699"}}
  ! LV2014 : `#336699` is the form of an earlier draft -> {"colorSpace":"srgb","components":[0.2,0.4,0.6],"hex":"#336699"}

  color "#33669980"
  = {"$type":"color","$value":{"colorSpace":"srgb","components":[0.2,0.4,0.6],"alpha":0.5019607843137255,"hex":"#336699"}}
  ! LV2014 : `#33669980` is the form of an earlier draft -> {"colorSpace":"srgb","components":[0.2,0.4,0.6],"alpha":0.5019607843137255,"hex":"#336699"}

  color "#336699ff"
  = {"$type":"color","$value":{"colorSpace":"srgb","components":[0.2,0.4,0.6],"alpha":1,"hex":"#336699"}}
  ! LV2014 : `#336699ff` is the form of an earlier draft -> {"colorSpace":"srgb","components":[0.2,0.4,0.6],"hex":"#336699"}

  color "#33669"
  = nothing
  ! LV2013 : `#33669` is not a color

  color "#3369"
  = nothing
  ! LV2013 : `#3369` is not a color

  color "336699"
  = nothing
  ! LV2013 : `336699` is not a color

  color "#"
  = nothing
  ! LV2013 : `#` is not a color

  color ""
  = nothing
  ! LV2013 : the empty text is not a color

  color "red"
  = nothing
  ! LV2013 : `red` is not a color

  color "rgb(1,2,3)"
  = nothing
  ! LV2013 : `rgb(1,2,3)` is not a color

  color "{a.b"
  = nothing
  ! LV2013 : `{a.b` is not a color

  color "{a} {b}"
  = nothing
  ! LV2013 : a reference has to be the whole text, but this one is a part of `{a} {b}`

  color "#{a}"
  = nothing
  ! LV2013 : a reference has to be the whole text, but this one is a part of `#{a}`

  color {"@token":{"$type":"color","$value":"#336699"}}
  = {"$type":"color","$value":{"colorSpace":"srgb","components":[0.2,0.4,0.6],"alpha":1,"hex":"#336699"}}

  color {"@token":{"$type":"number","$value":1}}
  = nothing
  ! LV1004 : expected a token of type color here, but this one is of type number

  color {"@part":"#fff"}
  = {"$type":"color","$value":{"colorSpace":"srgb","components":[1,1,1],"alpha":1,"hex":"#ffffff"}}
  ! LV2014 : `#fff` is the form of an earlier draft -> {"colorSpace":"srgb","components":[1,1,1],"hex":"#ffffff"}

  color {"colorSpace":{"@part":"srgb"},"components":[1,0,0],"hex":"#00ff00"}
  = {"$type":"color","$value":{"colorSpace":"srgb","components":[1,0,0],"alpha":1,"hex":"#ff0000"}}

  color {"colorSpace":"srgb","components":[{"@part":1},0,{"@part":1}],"hex":"#00ff00"}
  = {"$type":"color","$value":{"colorSpace":"srgb","components":[1,0,1],"alpha":1,"hex":"#ff00ff"}}

  color {"colorSpace":"srgb","components":[1,0,{"@token":{"$type":"number","$value":1}}],"hex":"#00ff00"}
  = nothing
  ! LV2013 components/2: expected a number or "none" here, but this is a reference to a token of type number

  color {"colorSpace":"srgb","components":[{"@part":"none"},0,0]}
  = {"$type":"color","$value":{"colorSpace":"srgb","components":["none",0,0],"alpha":1,"hex":"#000000"}}

  color {"colorSpace":"srgb","components":[{"@part":2},0,0]}
  = nothing
  ! LV2002 components/0: this component of srgb is outside of its range

  color {"colorSpace":"srgb","components":{"@part":[1,0,0]},"alpha":{"@part":0.5}}
  = {"$type":"color","$value":{"colorSpace":"srgb","components":[1,0,0],"alpha":0.5,"hex":"#ff0000"}}

  color {"colorSpace":"srgb","components":[1,0,0],"alpha":{"@part":5}}
  = nothing
  ! LV2002 alpha: alpha is outside of its range

  color {"colorSpace":"srgb","components":["@unresolved",0,0]}
  = nothing

  color {"colorSpace":"srgb","components":[1,0,0],"alpha":"@unresolved"}
  = nothing

  color {"colorSpace":"srgb","components":[0,0,0],"alpha":{"@token":{"$type":"dimension","$value":"1px"}}}
  = nothing
  ! LV2013 alpha: expected a number here, but this is a reference to a token of type dimension
  """##
