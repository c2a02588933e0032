-- SPDX-License-Identifier: MIT
-- What the texts of a theme file mean, in each dialect, as far as a swatch needs it.
local M = {}

--- `#rrggbb` of 3, 4, 6 or 8 digits, the alpha left out; nil for another number.
local function hex(digits)
  if #digits == 3 or #digits == 4 then digits = digits:gsub("%x", "%0%0") end
  return (#digits == 6 or #digits == 8) and "#" .. digits:sub(1, 6):lower() or nil
end

local function rgb(red, green, blue)
  local function byte(part) return math.floor(math.min(math.max(part, 0), 1) * 255 + 0.5) end
  return ("#%02x%02x%02x"):format(byte(red), byte(green), byte(blue))
end

local function numbers(text, separator)
  local list = {}
  for part in vim.gsplit(vim.trim(text), separator) do
    part = vim.trim(part):gsub("^@float:", "")
    list[#list + 1] = tonumber(part)
    if not list[#list] then return {} end
  end
  return list
end

--- By dialect: the names of constants or styles that a text refers to.
local references = {
  redbeard = function(text)
    local glyph = text:match("^glyph://[^/]+/(.+)$")
    if glyph then return { (glyph:gsub("/[%d.]+$", "")) } end
    return { text:match("^ref://(.+)$") }
  end,
  oracle = function(text) return { text:match("^@resource:(.+)$") or text:match("^@colorref:@resource:(.+)$") } end,
  giotto = function(text)
    text = vim.trim(text)
    local names = text:match("^style:(.*)$") or text:match("^s:(.*)$")
    return names and vim.split(names, "%s*,%s*") or { text }
  end,
  flat = function() return {} end,
  inlthemes = function() return {} end,
  base16 = function() return {} end,
}

--- By dialect: the colour that a text says itself, as `#rrggbb`.
local literals = {
  redbeard = function(text)
    local digits = text:match("^#(%x+)$") or text:match("^0x(%x+)$") or text:match("^glyph://[^/]+/#(%x+)")
    return digits and #digits >= 6 and hex(digits) or nil
  end,
  oracle = function(text)
    local parts = numbers(text:match("^@color:(.*)$") or text:match("^@colorref:@color:(.*)$") or "-", "%s+")
    return #parts == 4 and rgb(unpack(parts)) or nil
  end,
  giotto = function(text)
    local digits = vim.trim(text):match("^color:%s*(%x+)$") or vim.trim(text):match("^c:%s*(%x+)$")
    return digits and hex(digits)
  end,
  flat = function(text)
    local parts = numbers(text, ",")
    return (#parts == 3 or #parts == 4) and rgb(parts[1] / 255, parts[2] / 255, parts[3] / 255) or nil
  end,
  inlthemes = function(text) return text:match("^#%x%x%x%x%x%x$") and text:lower() end,
  base16 = function(text)
    local digits = text:match("^#?(%x%x%x%x%x%x)$")
    return digits and hex(digits)
  end,
}

--- The names that a text refers to; none when it refers to nothing.
function M.references(bundle, text)
  local read = references[bundle.dialect]
  return read and read(text) or {}
end

--- The colour that a text stands for, as `#rrggbb`: its own, or that of the constant which it refers to.
function M.color(bundle, text)
  local read = literals[bundle.dialect]
  local own = read and read(text)
  if own then return own end
  for _, name in ipairs(M.references(bundle, text)) do
    local constant = bundle.constants[name]
    local kind = type(constant) == "table" and constant["$type"]
    if kind == "color" or kind == "colorRef" then return constant["$value"].hex end
  end
end

--- The texts in a line of JSON or of an XML property list: each with its place, from 0, `last` exclusive, and whether it
--- is a key.
function M.texts(line)
  local found, start = {}, 1
  if line:find("^%s*<") then
    for first, text, last in line:gmatch("()>([^<>]+)()<") do
      local is_key = line:sub(1, first):find("<key>$") ~= nil
      found[#found + 1] = { text = text, first = first, last = last - 1, is_key = is_key }
    end
    return found
  end
  while true do
    local first = line:find('"', start, true)
    local last = first and line:find('"', first + 1, true)
    while last and line:sub(first + 1, last - 1):match("\\*$"):len() % 2 == 1 do
      last = line:find('"', last + 1, true)
    end
    if not last then return found end
    local is_key = line:find("^%s*:", last + 1) ~= nil
    found[#found + 1] = { text = line:sub(first + 1, last - 1), first = first, last = last - 1, is_key = is_key }
    start = last + 1
  end
end

return M
