/** Keys of the browser's storage whose values belong to one user and are removed when that user signs out. */
export const ownKeys = {
  /** In localStorage: form/drafts.ts. */
  drafts: 'drafts',
  /** In sessionStorage: leads/listOrder.ts. */
  listOrder: 'lead-list-order',
} as const;

export function removeOwn(): void {
  for (const key of Object.values(ownKeys)) {
    localStorage.removeItem(key);
    sessionStorage.removeItem(key);
  }
}
