import type {Defect, Seam} from '../../../defect.ts';
import type {Issue, Taxonomy} from '../../../store/content/issue.ts';
import {atPlace, breaking} from '../../breaking.ts';
import {storing, UPDATE} from './changed-issues.ts';

/** Lets updates add terms to a list instead of replacing it. */
const adding = (name: Taxonomy): Seam =>
  storing(UPDATE, (issue, _body, view) => {
    const earlier = view.find<Issue>('issues', issue.key)?.terms[name] ?? [];
    const joined = [...new Set([...earlier, ...issue.terms[name]])];
    return {terms: {...issue.terms, [name]: joined}};
  });

/** Lets updates store only the first term of a list. */
const storingOne = (name: Taxonomy): Seam =>
  storing(UPDATE, ({terms}) => ({terms: {...terms, [name]: terms[name].slice(0, 1)}}));

/** Defects of lists of terms that updates have to replace (Content, Rules). */
export const replaced: Defect[] = [
  ...atPlace(
    'countries',
    breaking('store.content.taxonomy-is-replaced', {
      'an update adds its countries to those before': adding('country'),
      'an update keeps one country of two': storingOne('country'),
    }),
  ),
  ...atPlace(
    'collections',
    breaking('store.content.taxonomy-is-replaced', {
      'an update adds its collections to those before': adding('collection'),
      'an update keeps one collection of two': storingOne('collection'),
    }),
  ),
];
