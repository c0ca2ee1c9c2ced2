import type {Context, Store} from '../types.ts';
import type {Issue} from './types.ts';

function everyIssue(stores: Store[]): Issue[] {
  return stores.flatMap((store) => [...store.commerce.issues.values()]);
}

/** Content by its number, as a path or a search gives it. */
export function issueByNumber(
  {store, world}: Context,
  text: string,
  anyStore = false,
): Issue | undefined {
  if (!/^[1-9]\d{0,14}$/.test(text)) return undefined;
  const stores = anyStore ? world.stores : [store];
  return everyIssue(stores).find((one) => one.id === Number(text));
}

/** Whether a faulty server does not know content by its external_id. */
function isLost({faults}: Context, externalId: string): boolean {
  if (faults.has('issue-external-numeric-unread') && /^\d+$/.test(externalId)) return true;
  return faults.has('issue-external-encoded-unread') && /[^\w.:-]/.test(externalId);
}

/** Content by its number, or else by its external_id. */
export function issueNamed(context: Context, text: string, anyStore = false): Issue | undefined {
  const {faults, store, world} = context;
  const all = everyIssue(anyStore ? world.stores : [store]);
  const external = all.find((one) => one.externalId === text && !isLost(context, text));
  if (external !== undefined && faults.has('issue-number-found-as-external')) return external;
  return issueByNumber(context, text, anyStore) ?? external;
}

/** Whether an external_id belongs to other content, or to a product that an order has made. */
export function externalIdTaken(
  {faults, store, variants}: Context,
  externalId: unknown,
  self: Issue | null,
): boolean {
  if (self === null && faults.has('upload-external-unchecked')) return false;
  if (self !== null && faults.has('issue-update-external-unchecked')) return false;
  const entry = store.commerce.catalog.get(String(externalId));
  if (entry === undefined || entry.issueId === self?.id) return false;
  if (entry.withdrawn === true) return variants.has('content-external-id-of-deleted-taken');
  return !(faults.has('upload-external-of-printed-free') && entry.fileType === 'physical');
}
