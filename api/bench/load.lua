-- Script for wrk: requests the paths in a file (one per line) in turn. With a second file, each line of which is a client's
-- address and a body, it POSTs those to the first path. Prints one line of JSON.
local requests, position = {}, 0

function init(arguments)
  local paths = {}
  for path in io.lines(arguments[1]) do paths[#paths + 1] = path end
  if arguments[2] then
    for line in io.lines(arguments[2]) do
      local address, body = line:match("^(%S+) (.*)$")
      local headers = { ["Content-Type"] = "application/json", ["X-Forwarded-For"] = address }
      requests[#requests + 1] = wrk.format("POST", paths[1], headers, body)
    end
  else
    for _, path in ipairs(paths) do requests[#requests + 1] = wrk.format(nil, path) end
  end
end

function request()
  position = position + 1
  return requests[(position - 1) % #requests + 1]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"count":%d,"seconds":%.6f,"failed":%d,"p50":%.3f,"p99":%.3f}\n',
    summary.requests, summary.duration / 1e6,
    errors.status + errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3
  ))
end
