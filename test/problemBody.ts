/** Returns the body of an error of the service, or of a newer service if the code is new. */
export const problemBody = (code: string, status: number, more: object = {}) => ({
  type: `/errors/${code}`,
  title: 'The request failed',
  status,
  code,
  detail: 'The request failed.',
  request_id: 'req_1',
  errors: [],
  ...more,
});
