-- SPDX-License-Identifier: MIT
-- Shows what a running Livery daemon makes of the theme file that is edited.
local daemon = require("livery.daemon")
local dialects = require("livery.dialects")
local hover = require("livery.hover")
local swatches = require("livery.swatches")
local uv = vim.uv or vim.loop

local M = {}

local settings = {
  --- A socket; without one those that daemons usually have are looked at.
  socket = nil,
  --- What the program that is previewed would say of itself: `{ device = "pad", language = "en_gb" }`.
  context = nil,
  --- "inline" (before the text; Neovim 0.10 or newer), "background" (behind it) or "none".
  swatches = vim.fn.has("nvim-0.10") == 1 and "inline" or "background",
}

--- Changes settings; they hold for bundles that are not followed yet.
function M.setup(changes)
  settings = vim.tbl_extend("force", settings, changes or {})
  daemon.socket = settings.socket
end

--- The bundles that are followed, by socket and name.
local followed = {}
--- The bundle of each buffer that shows a file of one.
local bundles = {}

local function show(buffer)
  if bundles[buffer] and vim.api.nvim_buf_is_loaded(buffer) then
    swatches.show(buffer, bundles[buffer], settings.swatches)
  end
end

--- Shows all swatches anew: after a change of the theme, or of the editor's colours.
function M.refresh()
  swatches.forget_groups()
  for buffer in pairs(bundles) do show(buffer) end
  vim.api.nvim_exec_autocmds("User", { pattern = "LiveryChanged" })
end

local function attach(buffer, bundle)
  bundles[buffer] = bundle
  vim.api.nvim_buf_attach(buffer, false, {
    on_lines = function(_, _, _, first, last, new_last)
      swatches.note(buffer, bundle, settings.swatches, first, last, new_last)
    end,
    on_reload = function() vim.schedule(function() show(buffer) end) end,
    on_detach = function() bundles[buffer] = nil end,
  })
  show(buffer)
end

--- Follows the bundle in which a buffer's file lies, if a daemon serves one.
function M.follow(buffer)
  local name = vim.api.nvim_buf_get_name(buffer)
  local file = name ~= "" and vim.bo[buffer].buftype == "" and uv.fs_realpath(name)
  if not file or bundles[buffer] then return end
  daemon.find(file, function(socket, bundle)
    if bundles[buffer] or not vim.api.nvim_buf_is_loaded(buffer) then return end
    local key = socket .. " " .. bundle.name
    if not followed[key] then
      followed[key] = bundle
      daemon.follow(socket, bundle, settings.context, M.refresh)
    end
    attach(buffer, followed[key])
  end)
end

--- For a status line: the bundle of the current buffer, and whether a daemon still answers; "" without one.
function M.status()
  local bundle = bundles[vim.api.nvim_get_current_buf()]
  if not bundle then return "" end
  return bundle.is_live and bundle.name or bundle.name .. " (no daemon)"
end

--- Shows what the reference or the name at the cursor comes to, and where that is declared.
function M.hover()
  local bundle = bundles[vim.api.nvim_get_current_buf()]
  if not bundle then return vim.notify("no running daemon serves the bundle of this file") end
  local column, names, nearest = vim.api.nvim_win_get_cursor(0)[2], {}, nil
  for _, text in ipairs(dialects.texts(vim.api.nvim_get_current_line())) do
    nearest = text
    vim.list_extend(names, text.is_key and { text.text } or dialects.references(bundle, text.text))
    -- A key that is no id has a value that may be a reference.
    if column <= text.last and not text.is_key then break end
    if column > text.last then names = {} end
  end
  if not nearest then return vim.notify("there is no name in this line") end
  if #names == 0 then return vim.notify(("`%s` refers to nothing"):format(nearest.text)) end
  hover.show(bundle, names)
end

return M
