/** The texts of an outgoing request and of its answer, as logs, tests and previews show them. */
export const postbackDeliveryTexts = {
  statuses: {
    success: 'Success',
    failed: 'Failed',
    pending: 'Pending',
    retry: 'Retry',
    suppressed: 'Not sent',
  },
  request: 'Request',
  requestHeaders: 'Request headers',
  requestBody: 'Request body',
  noHeaders: 'None',
  noBody: 'No body',
  copy: (label: string) => `Copy ${label}`,
  milliseconds: (n: string) => `${n} ms`,
};
