import type {Variants} from './types.ts';

/** What a store, or the hooks of its vendor, may lack for content. */
export const CONTENT_FEATURES: Variants = {
  'content-hooks-few': {
    config: {
      hooks: {
        'switch-content': null,
        'switch-physical': null,
        'defer-conversion': null,
        'resume-conversion': null,
      },
    },
  },
  'content-features-off': {
    seed: (world) => {
      for (const {commerce} of world.stores) commerce.features.content = false;
    },
    config: {hooks: {'switch-content': null}},
    profile: {choices: {'NS-ST-98': 'not enabled'}},
  },
  'content-printed-off': {
    seed: (world) => {
      for (const {commerce} of world.stores) commerce.features.physical = false;
    },
    config: {hooks: {'switch-physical': null}},
    profile: {choices: {'NS-ST-99': 'not enabled'}},
  },
};
