import type {Exchange} from '../../spec/exchange.ts';

/** What a response says is left of the minute of its credential; undefined where it does not say. */
function leftIn({headers}: Exchange): number | undefined {
  const left = headers['x-ratelimit-remaining'];
  return left !== undefined && /^\d+$/.test(left) ? Number(left) : undefined;
}

/** A response that was served, and by how much less was left than after the one before it. */
interface Fall {
  op: string;
  by: number;
}

/** How what is left falls from each served response of a burst to the next one. */
function fallsIn(served: readonly Exchange[]): Fall[] {
  const told = served
    .flatMap((one) => {
      const left = leftIn(one);
      return left === undefined ? [] : [{op: one.op, left}];
    })
    .toSorted((one, other) => other.left - one.left);
  return told.slice(1).map(({op, left}, index) => ({op, by: (told[index]?.left ?? left) - left}));
}

/**
 * Whether somebody else used the credential during a burst: after some requests of an operation more
 * is gone than they can have used. A deployment that counts an operation twice does so each time.
 * @param served the responses of the burst that the limit let pass, in any order
 */
export function isUsedByOthers(served: readonly Exchange[]): boolean {
  const falls = fallsIn(served);
  const further = falls.filter(({by}) => by > 1);
  const isSometimes = ({op}: Fall): boolean =>
    falls.some((fall) => fall.op === op && fall.by === 1);
  return further.length > 0 && further.length < falls.length / 4 && further.every(isSometimes);
}
