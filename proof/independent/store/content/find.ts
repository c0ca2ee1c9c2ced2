import type {Context} from '../types.ts';
import type {Issue} from './types.ts';

/** Content by its number, as a path or a search gives it. */
export function issueByNumber({store}: Context, text: string): Issue | undefined {
  if (!/^[1-9]\d{0,14}$/.test(text)) return undefined;
  return store.commerce.issues.get(Number(text));
}

/** Content by its number, or else by its external_id. */
export function issueNamed(context: Context, text: string): Issue | undefined {
  const all = [...context.store.commerce.issues.values()];
  return issueByNumber(context, text) ?? all.find((one) => one.externalId === text);
}

/** Whether an external_id belongs to other content, or to a product that an order has made. */
export function externalIdTaken(
  {store}: Context,
  externalId: unknown,
  self: Issue | null,
): boolean {
  const entry = store.commerce.catalog.get(String(externalId));
  return entry !== undefined && entry.withdrawn !== true && entry.issueId !== self?.id;
}
