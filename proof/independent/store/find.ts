import type {Context, Faults, Store, User} from './types.ts';

/** The user with an id as a path gives it, of this store (or of any, when that is asked). */
export function userById(context: Context, text: string, anyStore: boolean): User | undefined {
  if (context.faults.has('huge-id-crashes') && /^\d{19,}$/.test(text)) {
    throw new RangeError('out of the range of a 64-bit id');
  }
  if (!/^[1-9]\d{0,14}$/.test(text)) return undefined;
  const id = Number(text);
  const stores = anyStore ? context.world.stores : [context.store];
  return stores.map((store) => store.users.get(id)).find((user) => user !== undefined);
}

/** The form in which addresses are compared. */
export function sameEmail({variants}: Context, one: string, other: string): boolean {
  if (variants.has('users-compared-by-case')) return one === other;
  return one.toLowerCase() === other.toLowerCase();
}

function others(stores: Store[], self: User | null): User[] {
  return stores.flatMap((store) => [...store.users.values()]).filter((user) => user !== self);
}

/** Whether a faulty index of addresses has lost a user, whose address was changed. */
function isUnlisted(faults: Faults, user: User): boolean {
  const renamed = user.history.some((entry) => entry.startsWith('renamed:'));
  return renamed && faults.has('renamed-email-free');
}

/** Whether another user has the address (or it is one kept for anonymized users). */
export function emailTaken(context: Context, email: string, self: User | null): boolean {
  const {faults, world, store} = context;
  const everywhere =
    faults.has('email-unique-over-stores') ||
    (self !== null && faults.has('update-email-unique-over-stores'));
  const users = others(everywhere ? world.stores : [store], self).filter(
    (user) => !(faults.has('email-of-deactivated-free') && user.deletedAt !== null),
  );
  const listed = users.filter((user) => self !== null || !isUnlisted(faults, user));
  if (listed.some((user) => sameEmail(context, user.email, email))) return true;
  if (faults.has('email-of-anonymized-kept')) {
    const was = (user: User): boolean => user.history.includes(`email:${email}`);
    if (users.some(was)) return true;
  }
  if (faults.has('renamed-email-stays-taken')) {
    if (users.some((user) => user.history.includes(`renamed:${email}`))) return true;
  }
  return new RegExp(`^user-\\d+@${store.key}\\.anonymous\\.example$`, 'i').test(email);
}

/** Whether another user has the external id. */
export function externalTaken(context: Context, externalId: string): boolean {
  const {faults, world, store} = context;
  const everywhere = faults.has('external-unique-over-stores');
  const users = others(everywhere ? world.stores : [store], null);
  return users.some((user) => {
    if (faults.has('external-of-deactivated-free') && user.deletedAt !== null) return false;
    const ordered = user.history.includes('made-by-order');
    if (ordered && faults.has('ordered-user-external-free')) return false;
    if (faults.has('external-of-anonymized-kept')) {
      if (user.history.includes(`external:${externalId}`)) return true;
    }
    if (context.variants.has('users-ids-compared-without-case')) {
      return user.externalId?.toLowerCase() === externalId.toLowerCase();
    }
    return user.externalId === externalId;
  });
}
