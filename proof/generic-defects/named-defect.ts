import type {Defect} from '../../mock/defect.ts';
import type {Mark} from '../../spec/contract.ts';

/**
 * What every defect of a mark has: its name, the rule that it breaks, and where.
 * @param how what is done, for example `dropped`
 */
export const namedDefect = (
  {rule, place}: Mark,
  how: string,
): Pick<Defect, 'name' | 'breaks'> & {place: string} => ({
  name: `${rule} @ ${place}: ${how}`,
  breaks: rule,
  place,
});

/** The operation that a mark is about; none where all operations are one place. */
export const onlyIn = ({op, place}: Mark): {in?: string[]} =>
  place.startsWith('* ') ? {} : {in: [op]};
