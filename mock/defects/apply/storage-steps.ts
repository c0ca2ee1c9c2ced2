import type {Defect} from '../../defect.ts';
import type {StoredObject} from '../../objects/object-store.ts';
import {
  linkOf,
  putBytes,
  type LinkVerdict,
  type StorageSteps,
} from '../../objects/storage-steps.ts';
import type {StorageRequest} from '../../objects/storage-request.ts';
import {LINK_CHECKS, limitOf} from '../../world/signed-link.ts';

/** The id by which defects name storage in `in`, as if it were an operation. */
const STORAGE = 'storage';

/** Changes the steps of storage according to the defects of a world. */
export function defectiveStorageSteps(
  defects: readonly Defect[],
  documented: StorageSteps,
): StorageSteps {
  const here = defects.filter((defect) => 'in' in defect && defect.in?.includes(STORAGE));
  if (!here.length) return documented;
  const asksForKey = here.some(({seam}) => seam === 'ability');
  const losesBytes = here.some((defect) => defect.seam === 'change' && defect.drop === true);
  return {
    async checkLink(request) {
      const verdict = judgeLink(request, skippedChecks(here, request));
      if ('refusal' in verdict) {
        if (storesRefused(here, request, verdict)) await putBytes(request, Infinity);
        return verdict;
      }
      return asksForKey && !hasKey(request) ? KEY_MISSING : verdict;
    },
    checkKey(request) {
      const skips = skippedChecks(here, request);
      return skips.has('object-registered') ? undefined : documented.checkKey(request);
    },
    store: losesBytes ? lose : (...put) => documented.store(...put),
  };
}

/** Checks a link without some of the checks. */
function judgeLink(request: StorageRequest, skips: ReadonlySet<string>): LinkVerdict {
  const link = linkOf(request);
  const refusals = LINK_CHECKS.flatMap((check) => check(link) ?? []);
  const ignored = new Set(skips);
  // Without the signed headers the signature cannot be valid.
  if (skips.has('link-headers') && refusals.some(({situation}) => situation === 'link-headers'))
    ignored.add('link-forged');
  const refusal = refusals.find(({situation}) => !ignored.has(situation));
  if (refusal) return {refusal};
  // A link for GET has no size limit.
  return {limit: limitOf(link) || Infinity};
}

const KEY_MISSING: LinkVerdict = {
  refusal: {
    situation: 'no-key',
    expected: 'an API key',
    got: 'none',
    todo: 'take a world without the defect',
  },
};

const hasKey = ({context}: StorageRequest): boolean =>
  context.request.headers.authorization !== undefined;

/** Names of the checks that are skipped for a request. */
function skippedChecks(
  defects: readonly Defect[],
  {world, key}: StorageRequest,
): ReadonlySet<string> {
  const isThere = world.objects.head(key) !== undefined;
  const skips = defects.filter((defect) => defect.seam === 'skip');
  return new Set(skips.filter(({over}) => isThere || !over).map(({situation}) => situation));
}

/** Whether the body of a refused PUT is stored nevertheless. */
function storesRefused(
  defects: readonly Defect[],
  {method, world, key}: StorageRequest,
  verdict: Extract<LinkVerdict, {refusal: unknown}>,
): boolean {
  if (method !== 'PUT') return false;
  return defects.some(
    (defect) =>
      defect.seam === 'effect' &&
      defect.situation === verdict.refusal.situation &&
      (!defect.over || world.objects.head(key) !== undefined),
  );
}

/** Reads and discards the body. */
const lose = ({context: {request}}: StorageRequest): Promise<StoredObject> =>
  new Promise((resolve) => {
    request.resume().on('end', () => resolve({size: 0, etag: '"lost"', contentType: ''}));
  });
