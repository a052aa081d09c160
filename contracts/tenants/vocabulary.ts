/** 'blocked': by its billing subscription. 'erased': the retention period of a deleted organisation is over. */
export const tenantStatuses = ['active', 'suspended', 'blocked', 'deleted', 'erased'] as const;
export type TenantStatus = (typeof tenantStatuses)[number];
