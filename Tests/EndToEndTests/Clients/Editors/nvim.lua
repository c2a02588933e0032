-- SPDX-License-Identifier: GPL-2.0-or-later
-- Run by Neovim beside the plugin, with a theme file open: after each change it prints the status and the swatches of the
-- buffer as TEXT=COLOUR; the output of the command for the text at the cursor; and the swatch of a typed text.

-- Behind the text, where each Neovim can show them.
require("livery").setup({ swatches = "background" })

local function print_line(text)
  io.stdout:write(text, "\n")
  io.stdout:flush()
end

--- Those from a line on, counted from 0.
local function swatches(line)
  local words = {}
  local namespace = require("livery.swatches").namespace
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, namespace, { line, 0 }, -1, { details = true })) do
    local row, first, details = mark[2], mark[3], mark[4]
    local text = vim.api.nvim_buf_get_text(0, row, first, row, details.end_col, {})[1]
    local color = vim.api.nvim_get_hl_by_name(details.hl_group, true).background
    words[#words + 1] = ("%s=#%06x"):format(text, color)
  end
  return table.concat(words, " ")
end

local function hover()
  local float
  vim.cmd("LiveryHover")
  vim.wait(10000, function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= "" then float = window end
    end
    return float
  end, 1)
  local lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(float), 0, -1, false)
  vim.api.nvim_win_close(float, true)
  return table.concat(lines, "|")
end

local function typed()
  local last = vim.api.nvim_buf_line_count(0)
  vim.api.nvim_buf_set_lines(0, last, last, true, { '"typed": ["#00ff00", "ref://ink"]' })
  vim.wait(10000, function() return swatches(last) ~= "" end, 1)
  local found = swatches(last)
  vim.api.nvim_buf_set_lines(0, last, last + 1, true, {})
  return found
end

vim.api.nvim_create_autocmd("User", {
  pattern = "LiveryChanged",
  callback = function()
    vim.schedule(function()
      print_line(require("livery").status() .. " " .. swatches(0))
      print_line(hover())
      print_line(typed())
    end)
  end,
})
vim.fn.search("ref:")
