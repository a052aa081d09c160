/**
 * The page that the user wants: the shown one, or the next one while its code loads. main.tsx sets its path with each navigation;
 * before the first one, it is the shown page.
 */
export const target: { path?: string } = {};
