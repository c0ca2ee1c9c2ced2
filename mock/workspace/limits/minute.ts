import {defined} from '../../../spec/defined.ts';
import {quantity} from '../../../spec/quantity.ts';
import type {Limit} from '../../http/api-interface.ts';
import type {WindowKind} from '../../world/window.ts';

/** Sixty requests a minute of one key (Limits). */
export const minute: Limit = {
  situation: 'rate-limited',
  admit(world, facets) {
    if (!world.settings.limits) return undefined;
    const name = 'workspace.limits.requests_per_minute';
    const limit = defined(world.numbers[name], `the number ${name}`);
    const kind = world.freedom('workspace.limits.window') as WindowKind;
    const window = world.windows.of('workspace.limits.minute', facets, limit, kind);
    const now = world.now();
    if (window.admit(now)) return undefined;
    const todo = world.clock.frozen
      ? "the world's clock is frozen: advance it through the control plane"
      : `wait ${Math.ceil((window.opensAt() - now) / 1000)} s; \`--limits off\` switches limits off`;
    return {
      refused: 'rate-limited',
      why: {
        expected: `at most ${quantity(limit, 'request')} a minute of one key`,
        got: `${limit + 1}`,
        todo,
      },
    };
  },
};
