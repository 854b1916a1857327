-- Script for wrk: requests the paths in a file (one per line) in turn. With a second file, each request POSTs its
-- content from a different network. Prints one line of JSON.
local requests, position, body = {}, 0, nil
local number = 0

function setup(thread)
  thread:set("offset", number)
  number = number + 1
end

function init(arguments)
  if arguments[2] then
    wrk.method = "POST"
    wrk.body = io.open(arguments[2]):read("*a")
    wrk.headers["Content-Type"] = "application/json"
  end
  for path in io.lines(arguments[1]) do
    if wrk.body then requests[#requests + 1] = path else requests[#requests + 1] = wrk.format(nil, path) end
  end
end

function request()
  position = position + 1
  local current = requests[(position - 1) % #requests + 1]
  if not wrk.body then return current end
  local network = "10." .. math.floor(position / 65536) % 256 .. "." .. math.floor(position / 256) % 256 .. "." .. position % 256
  return wrk.format(nil, current, { ["Content-Type"] = "application/json", ["X-Forwarded-For"] = network })
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
