// SPDX-License-Identifier: MIT

/// Cases of numbers, dimensions and durations.
let simpleTokenValues = ##"""
  number 1
  = 1

  number -0.5
  = -0.5

  number 0
  = 0

  number 1e300
  = 1e+300

  number "1"
  = nothing
  ! LV2013 : expected a number here, but this is a text

  number null
  = nothing
  ! LV2013 : expected a number here, but this is null

  number true
  = nothing
  ! LV2013 : expected a number here, but this is a boolean

  number [1]
  = nothing
  ! LV2013 : expected a number here, but this is an array

  number {"value":1}
  = nothing
  ! LV2013 : expected a number here, but this is an object

  number {"a.b":null}
  = nothing
  ! LV2013 : this is an object with the key `a.b`, and not a reference

  number {"@token":{"$type":"number","$value":7}}
  = 7

  number {"@token":{"$type":"dimension","$value":{"value":1,"unit":"px"}}}
  = nothing
  ! LV1004 : expected a token of type number here, but this one is of type dimension

  number {"@part":0.5}
  = 0.5

  number {"@part":"0.5"}
  = nothing
  ! LV2013 : expected a number here, but this is a text

  number "@unresolved"
  = nothing

  number "{a.b} and more"
  = nothing
  ! LV2013 : a reference has to be the whole text, but this one is a part of `{a.b} and more`

  dimension {"value":16,"unit":"px"}
  = {"$type":"dimension","$value":{"value":16,"unit":"px"}}

  dimension {"value":-1.5,"unit":"rem"}
  = {"$type":"dimension","$value":{"value":-1.5,"unit":"rem"}}

  dimension {"unit":"px","value":0}
  = {"$type":"dimension","$value":{"value":0,"unit":"px"}}

  dimension {"value":0}
  = nothing
  ! LV2013 : this dimension has no `unit`

  dimension {"unit":"px"}
  = nothing
  ! LV2013 : this dimension has no `value`

  dimension {}
  = nothing
  ! LV2013 : this dimension has no `value`

  dimension {"value":1,"unit":"em"}
  = nothing
  ! LV2013 unit: the unit of a dimension is "px" or "rem"

  dimension {"value":1,"unit":"PX"}
  = nothing
  ! LV2013 unit: the unit of a dimension is "px" or "rem"

  dimension {"value":1,"unit":null}
  = nothing
  ! LV2013 unit: the unit of a dimension is "px" or "rem"

  dimension {"value":"1","unit":"px"}
  = nothing
  ! LV2013 value: expected a number here, but this is a text

  dimension {"value":[1],"unit":"px"}
  = nothing
  ! LV2013 value: expected a number here, but this is an array

  dimension {"value":1,"unit":"px","more":1}
  = nothing
  ! LV2013 more: a dimension has no part `more`
  ? more

  dimension {"value":1,"units":"px"}
  = nothing
  ! LV2013 units: a dimension has no part `units`
  ? units

  dimension 16
  = nothing
  ! LV2013 : expected a dimension here, but this is a number

  dimension "16px"
  = {"$type":"dimension","$value":{"value":16,"unit":"px"}}
  ! LV2014 : `16px` is the form of an earlier draft -> {"value":16,"unit":"px"}

  dimension "1.5rem"
  = {"$type":"dimension","$value":{"value":1.5,"unit":"rem"}}
  ! LV2014 : `1.5rem` is the form of an earlier draft -> {"value":1.5,"unit":"rem"}

  dimension "-2px"
  = {"$type":"dimension","$value":{"value":-2,"unit":"px"}}
  ! LV2014 : `-2px` is the form of an earlier draft -> {"value":-2,"unit":"px"}

  dimension ".5px"
  = {"$type":"dimension","$value":{"value":0.5,"unit":"px"}}
  ! LV2014 : `.5px` is the form of an earlier draft -> {"value":0.5,"unit":"px"}

  dimension "16 px"
  = nothing
  ! LV2013 : `16 px` is not a dimension

  dimension "16"
  = nothing
  ! LV2013 : `16` is not a dimension

  dimension "px"
  = nothing
  ! LV2013 : `px` is not a dimension

  dimension "+1px"
  = nothing
  ! LV2013 : `+1px` is not a dimension

  dimension "1e3px"
  = nothing
  ! LV2013 : `1e3px` is not a dimension

  dimension "16PX"
  = nothing
  ! LV2013 : `16PX` is not a dimension

  dimension "0x10px"
  = nothing
  ! LV2013 : `0x10px` is not a dimension

  dimension "nanpx"
  = nothing
  ! LV2013 : `nanpx` is not a dimension

  dimension "infpx"
  = nothing
  ! LV2013 : `infpx` is not a dimension

  dimension ""
  = nothing
  ! LV2013 : the empty text is not a dimension

  dimension []
  = nothing
  ! LV2013 : expected a dimension here, but this is an array

  dimension {"value":{"@part":4},"unit":"px"}
  = {"$type":"dimension","$value":{"value":4,"unit":"px"}}

  dimension {"value":{"@part":"4"},"unit":"px"}
  = nothing
  ! LV2013 value: expected a number here, but this is a text

  dimension {"value":4,"unit":{"@part":"rem"}}
  = {"$type":"dimension","$value":{"value":4,"unit":"rem"}}

  dimension {"value":4,"unit":{"@part":"ms"}}
  = nothing
  ! LV2013 unit: the unit of a dimension is "px" or "rem"

  dimension {"value":{"@token":{"$type":"number","$value":4}},"unit":"px"}
  = nothing
  ! LV2013 value: expected a number here, but this is a reference to a token of type number

  dimension {"value":{"@token":{"$type":"duration","$value":{"value":1,"unit":"s"}}},"unit":"px"}
  = nothing
  ! LV2013 value: expected a number here, but this is a reference to a token of type duration

  dimension {"value":"@unresolved","unit":"px"}
  = nothing

  dimension {"value":"@unresolved","unit":"em"}
  = nothing

  dimension {"@part":{"value":4,"unit":"px"}}
  = {"$type":"dimension","$value":{"value":4,"unit":"px"}}

  dimension {"@token":{"$type":"dimension","$value":{"value":4,"unit":"px"}}}
  = {"$type":"dimension","$value":{"value":4,"unit":"px"}}

  dimension {"@token":{"$type":"duration","$value":{"value":4,"unit":"s"}}}
  = nothing
  ! LV1004 : expected a token of type dimension here, but this one is of type duration

  duration {"value":200,"unit":"ms"}
  = {"$type":"duration","$value":{"value":200,"unit":"ms"}}

  duration {"value":0.2,"unit":"s"}
  = {"$type":"duration","$value":{"value":0.2,"unit":"s"}}

  duration {"value":0.2,"unit":"min"}
  = nothing
  ! LV2013 unit: the unit of a duration is "ms" or "s"

  duration "200ms"
  = {"$type":"duration","$value":{"value":200,"unit":"ms"}}
  ! LV2014 : `200ms` is the form of an earlier draft -> {"value":200,"unit":"ms"}

  duration "0.2s"
  = {"$type":"duration","$value":{"value":0.2,"unit":"s"}}
  ! LV2014 : `0.2s` is the form of an earlier draft -> {"value":0.2,"unit":"s"}

  duration "0.2"
  = nothing
  ! LV2013 : `0.2` is not a duration

  duration "msms"
  = nothing
  ! LV2013 : `msms` is not a duration

  duration 200
  = nothing
  ! LV2013 : expected a duration here, but this is a number

  duration {"value":true,"unit":"s"}
  = nothing
  ! LV2013 value: expected a number here, but this is a boolean
  """##
