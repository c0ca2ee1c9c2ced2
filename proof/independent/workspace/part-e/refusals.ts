import type {Context} from '../context.ts';
import type {Answer, Refusal} from '../http.ts';

/** What a faulty server answers in place of a refusal; undefined: it refuses as it should. */
export function afterRefusal(c: Context, operation: string, refusal: Refusal): Answer | undefined {
  if (operation !== 'register' || refusal.status !== 422) return undefined;
  const f = c.w.faults;
  const isOfObject = refusal.reason.startsWith('upload_');
  if (isOfObject && f.has('register-refusal-refunds')) c.space.spent -= 1;
  if (c.mcp || !f.has('register-refusal-redirects')) return undefined;
  return {status: 302, body: undefined, headers: {Location: `${c.w.base}/publications/new`}};
}
