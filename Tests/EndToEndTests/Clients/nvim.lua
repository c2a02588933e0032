-- SPDX-License-Identifier: GPL-2.0-or-later
-- Run by Neovim beside the plugin, with a theme file open: after each change it prints the status, the swatches of the
-- buffer as TEXT=COLOUR, and then what the command for the text at the cursor shows.
local function print_line(text)
  io.stdout:write(text, "\n")
  io.stdout:flush()
end

local function swatches()
  local words = { require("livery").status() }
  local namespace = require("livery.swatches").namespace
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, { details = true })) do
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

vim.api.nvim_create_autocmd("User", {
  pattern = "LiveryChanged",
  callback = function()
    vim.schedule(function()
      print_line(swatches())
      print_line(hover())
    end)
  end,
})
vim.fn.search("ref:")
