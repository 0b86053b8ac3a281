import { createHash } from 'node:crypto';

/** A Lua script. The server runs it as one step; `sha` is its name there once it has seen the text. */
export type Script = { readonly text: string; readonly sha: string };

const script = (text: string): Script => ({ text, sha: createHash('sha1').update(text).digest('hex') });

/**
 * Takes requests of both windows of one key. The windows begin and end by the server's clock, so they are the same for all
 * processes. One that ends later than its length allows is from before the clock was set back: it restarts. Processes may have plans
 * of different sizes during a rolling restart: what is left is never more than the plan of the process that asks.
 *
 * Arguments: requests that wait, processes; then for each window: size, length in ms, share wanted, requests in hand, end of the
 * window they are of. Answers for each window: granted, left, end, ms until the end.
 *
 * A waiting request needs one of each window: what only one window has is not taken, so a rejected request counts nowhere. A share
 * is at most what is left for two shares of every process: the last requests of a window are not held by one process.
 */
export const TAKE = script(`
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local stored = redis.call('HMGET', KEYS[1], 'bl', 'be', 'sl', 'se')
local waiting, processes = tonumber(ARGV[1]), tonumber(ARGV[2])
local function opened(at, left, ends)
  local size, length = tonumber(ARGV[at]), tonumber(ARGV[at + 1])
  left, ends = tonumber(left), tonumber(ends)
  if not left or not ends or now >= ends or ends - now > length then left, ends = size, now + length end
  local hand = 0
  if tonumber(ARGV[at + 4]) == ends then hand = tonumber(ARGV[at + 3]) end
  return { left = math.min(left, size), ends = ends, share = tonumber(ARGV[at + 2]), hand = hand }
end
local burst, sustained = opened(3, stored[1], stored[2]), opened(8, stored[3], stored[4])
local passing = math.min(waiting, burst.hand + burst.left, sustained.hand + sustained.left)
local function granted(window)
  if waiting > 0 and passing == 0 then return 0 end
  local share = math.min(window.share, math.floor(window.left / (2 * processes)))
  local count = math.max(0, passing - window.hand, share)
  window.left = window.left - count
  return count
end
local short, long = granted(burst), granted(sustained)
redis.call('HSET', KEYS[1], 'bl', burst.left, 'be', burst.ends, 'sl', sustained.left, 'se', sustained.ends)
redis.call('PEXPIRE', KEYS[1], math.max(burst.ends, sustained.ends) - now + 1000)
return { short, burst.left, burst.ends, burst.ends - now, long, sustained.left, sustained.ends, sustained.ends - now }
`);

/** Gives back requests that were taken and not used, if their window is still open. Arguments for each window: count, end, size. */
export const GIVE_BACK = script(`
local function give(at, left, ends)
  local stored = redis.call('HMGET', KEYS[1], left, ends)
  if not stored[1] or tonumber(stored[2]) ~= tonumber(ARGV[at + 1]) then return end
  redis.call('HSET', KEYS[1], left, math.min(tonumber(ARGV[at + 2]), stored[1] + ARGV[at]))
end
give(1, 'bl', 'be')
give(4, 'sl', 'se')
return 1
`);

/** Registers a process, and answers how many there are. Arguments: its id, for how many ms it counts without a further beat. */
export const HEARTBEAT = script(`
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], now + 1, '+inf')
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('ZCARD', KEYS[1])
`);

/** Removes a process that stops. Argument: its id. */
export const UNREGISTER = script(`return redis.call('ZREM', KEYS[1], ARGV[1])`);

/** Only answers. The doctor asks with a script, because a user may be allowed PING and not EVAL. */
export const PING = script(`return redis.call('PING')`);
