-- SPDX-License-Identifier: MIT
-- Colours beside the texts of a buffer that stand for them.
local dialects = require("livery.dialects")

local M = {}

M.namespace = vim.api.nvim_create_namespace("livery")

--- The groups of highlighting that are defined, by name.
local groups = {}

--- The nearest colour of the 6 x 6 x 6 that most terminals have.
local function terminal_color(red, green, blue)
  local function level(byte) return math.floor(byte / 255 * 5 + 0.5) end
  return 16 + 36 * level(red) + 6 * level(green) + level(blue)
end

local function group(color, style)
  local name = ("Livery_%s_%s"):format(style, color:sub(2))
  if groups[name] then return name end
  local red, green, blue = tonumber(color:sub(2, 3), 16), tonumber(color:sub(4, 5), 16), tonumber(color:sub(6, 7), 16)
  local nearest = terminal_color(red, green, blue)
  if style == "inline" then
    vim.api.nvim_set_hl(0, name, { fg = color, ctermfg = nearest })
  else
    local is_light = 0.299 * red + 0.587 * green + 0.114 * blue > 140
    vim.api.nvim_set_hl(0, name, {
      fg = is_light and "#000000" or "#ffffff", ctermfg = is_light and 16 or 231, bg = color, ctermbg = nearest,
    })
  end
  groups[name] = true
  return name
end

--- A colour scheme has cleared all groups: each is defined again when it is needed.
function M.forget_groups() groups = {} end

local function show_lines(buffer, bundle, style, first, last)
  vim.api.nvim_buf_clear_namespace(buffer, M.namespace, first, last)
  if style == "none" then return end
  for index, line in ipairs(vim.api.nvim_buf_get_lines(buffer, first, last, false)) do
    for _, text in ipairs(dialects.texts(line)) do
      local color = not text.is_key and dialects.color(bundle, text.text)
      if color then
        local row, mark = first + index - 1, nil
        if style == "inline" then
          mark = { virt_text = { { "■ ", group(color, style) } }, virt_text_pos = "inline" }
        else
          mark = { end_col = text.last, hl_group = group(color, style) }
        end
        vim.api.nvim_buf_set_extmark(buffer, M.namespace, row, text.first, mark)
      end
    end
  end
end

--- Shows the swatches of a whole buffer anew.
function M.show(buffer, bundle, style) show_lines(buffer, bundle, style, 0, -1) end

--- Lines that were changed and are not shown anew yet, by buffer.
local pending = {}

--- Takes note of a change as `nvim_buf_attach` reports it: soon the swatches of these lines are shown anew.
function M.note(buffer, bundle, style, first, last, new_last)
  local change = pending[buffer]
  if change then
    change.first = math.min(change.first, first)
    change.last = math.max(change.last + new_last - last, new_last)
    return
  end
  change = { first = first, last = new_last }
  pending[buffer] = change
  vim.schedule(function()
    pending[buffer] = nil
    if vim.api.nvim_buf_is_loaded(buffer) then show_lines(buffer, bundle, style, change.first, change.last) end
  end)
end

return M
