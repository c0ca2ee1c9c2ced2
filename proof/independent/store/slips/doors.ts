/** Operations that a faulty server serves without a token: the method, and the path. */
export const OPEN_DOORS: Record<string, [string, RegExp]> = {
  'plan-create-open': ['POST', /\/v1\/dashboard\/plans$/],
  'plans-without-token': ['GET', /\/v1\/dashboard\/plans$/],
  'collections-without-token': ['GET', /\/dashboard\/plans\/collections$/],
  'plan-update-open': ['PUT', /\/dashboard\/plans\/\d+$/],
  'plan-delete-open': ['DELETE', /^\/api\/v1\/dashboard\/plans\/\d+$/],
  'order-create-open': ['POST', /\/orders$/],
  'orders-without-token': ['GET', /\/orders$/],
  'order-read-open': ['GET', /\/orders\/[^/]+$/],
  'order-update-open': ['PUT', /\/orders\/[^/]+$/],
  'order-cancel-open': ['DELETE', /\/orders\/[^/]+$/],
  'sessions-without-token': ['GET', /\/auth-sessions$/],
  'session-delete-open': ['DELETE', /\/auth-sessions\/[^/]+$/],
  'sessions-delete-open': ['DELETE', /\/auth-sessions\/users\/[^/]+$/],
};
