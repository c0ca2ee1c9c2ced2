import {loadSpecifications} from '../../spec/specification.ts';
import type {Rule} from '../../spec/rule.ts';
import {idOf, type Handler} from './handler.ts';
import {Problem} from './problem.ts';

/** What the documents say. */
export const ruleOperations: Record<string, Handler> = {
  getRule(request) {
    const id = idOf(request);
    const rule = Object.values(loadSpecifications())
      .flatMap(({rules}) => rules)
      .find((one) => one.id === id);
    if (!rule)
      throw new Problem(404, `there is no rule \`${id}\``, '`presscheck rules` lists them');
    return {status: 200, body: shown(rule)};
  },
};

const shown = ({id, api, section, sentence, level}: Rule) => ({id, api, section, sentence, level});
