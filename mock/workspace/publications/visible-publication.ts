import {refuse, type Refused, type View} from '../../operation.ts';
import {hasAppeared, type PublicationRow} from './rows.ts';

/**
 * Finds the publication of this workspace in the path, or returns the 404 for one that is unknown, foreign or not
 * visible yet (Errors: "No such publication in this workspace").
 * @param id path parameter `publication`
 */
export function visiblePublication(view: View, id: string | undefined): PublicationRow | Refused {
  const row = view.find<PublicationRow>('publications', id ?? '');
  if (row && hasAppeared(row, view.now)) return row;
  return refuse('publication-not-found', {
    expected: 'a publication of this workspace',
    got: id ?? 'no id',
    todo: 'take an id from the list',
  });
}
