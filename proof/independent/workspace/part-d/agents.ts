import type {Context} from '../context.ts';
import type {TokenRecord, Workspace} from '../model.ts';
import type {World} from '../world.ts';
import {memoryOf} from './memory.ts';

/** Remembers that a token was used on the agent server. */
export function noteUse(w: World, token: TokenRecord): TokenRecord {
  if (w.faults.has('oauth-token-after-use')) memoryOf(w).set(`used ${token.token}`, 1);
  return token;
}

/** The workspace whose allowance a registration spends. */
export function payer(c: Context): Workspace {
  if (!c.mcp || !c.w.faults.has('mcp-register-spends-first-workspace')) return c.space;
  const [first] = c.w.spaces.values();
  return first ?? c.space;
}

/** The workspace that an agent is served from. */
export function servedSpace(w: World, own: Workspace): Workspace {
  if (!w.faults.has('mcp-workspace-of-previous-call')) return own;
  const memory = memoryOf(w);
  const previous = w.spaces.get(String(memory.get('space of the agents')));
  memory.set('space of the agents', own.id);
  return previous ?? own;
}
