import type {FeatureSwitch, IssueCall} from '../store/content/switches.ts';
import type {ControlRequest, Handler} from './handler.ts';
import {performOrThrow} from './site-hooks.ts';

/**
 * Switches features of a store, and defers or resumes conversions of its content. They have no path of their own:
 * `callHook` calls them, with the store as id.
 */
export const contentHooks: Record<string, Handler> = {
  switchContent: (request: ControlRequest<FeatureSwitch>) =>
    performOrThrow(request, 'switchContent', 404),
  switchPhysical: (request: ControlRequest<FeatureSwitch>) =>
    performOrThrow(request, 'switchPhysical', 404),
  deferConversion: (request: ControlRequest<IssueCall>) =>
    performOrThrow(request, 'deferConversion', 404),
  resumeConversion: (request: ControlRequest<IssueCall>) =>
    performOrThrow(request, 'resumeConversion', 404),
};
