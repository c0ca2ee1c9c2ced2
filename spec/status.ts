/** Ranges of HTTP status codes (RFC 9110, section 15). Status 0 means that there was no response. */

/** Whether a request succeeded (200 to 299). */
export const isSuccessStatus = (status: number): boolean => status >= 200 && status < 300;

/** Whether a response redirects (300 to 399). */
export const isRedirect = (status: number): boolean => status >= 300 && status < 400;

/** Whether a response is a success or a redirect (200 to 399). */
export const isSuccessOrRedirect = (status: number): boolean =>
  isSuccessStatus(status) || isRedirect(status);

/** Whether the service refused a request (400 to 499). */
export const isClientError = (status: number): boolean => status >= 400 && status < 500;

/** Whether the service failed (500 and above). */
export const isServerError = (status: number): boolean => status >= 500;
