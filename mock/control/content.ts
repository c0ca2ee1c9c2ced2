import type {FeatureSwitch, IssueCall} from '../store/content/switches.ts';
import type {ControlRequest, Handler} from './handler.ts';
import {told} from './readers.ts';

/**
 * The features of a store, and the conversion of its content. They have no path of their own:
 * `callHook` calls them, with the store as id.
 */
export const contentHooks: Record<string, Handler> = {
  switchContent: (request: ControlRequest<FeatureSwitch>) => told(request, 'switchContent'),
  switchPhysical: (request: ControlRequest<FeatureSwitch>) => told(request, 'switchPhysical'),
  deferConversion: (request: ControlRequest<IssueCall>) => told(request, 'deferConversion'),
  resumeConversion: (request: ControlRequest<IssueCall>) => told(request, 'resumeConversion'),
};
