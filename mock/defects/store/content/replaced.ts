import type {Defect, Seam} from '../../../defect.ts';
import type {Issue, Taxonomy} from '../../../store/content/issue.ts';
import {storing, UPDATE} from './changed-issues.ts';
import {defects} from '../../table.ts';

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
export const replaced: Defect[] = defects({
  'store.content.taxonomy-is-replaced @ countries': {
    'an update adds its countries to those before': adding('country'),
    'an update keeps one country of two': storingOne('country'),
  },
  'store.content.taxonomy-is-replaced @ collections': {
    'an update adds its collections to those before': adding('collection'),
    'an update keeps one collection of two': storingOne('collection'),
  },
});
