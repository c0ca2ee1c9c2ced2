import type {Defect} from '../../mock/defect.ts';
import type {Mark} from '../../spec/contract.ts';

/**
 * The name of a mark's defect, the rule that it breaks, and the place.
 * @param how what the defect does, for example `dropped`
 */
export const namedDefect = (
  {rule, place}: Mark,
  how: string,
): Pick<Defect, 'name' | 'breaks'> & {place: string} => ({
  name: `${rule} @ ${place}: ${how}`,
  breaks: rule,
  place,
});

/** Limits a defect to the operation of a mark; no limit when all operations are one place. */
export const onlyIn = ({op, place}: Mark): {in?: string[]} =>
  place.startsWith('* ') ? {} : {in: [op]};
