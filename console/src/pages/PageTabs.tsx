import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useAction } from '../keys/registry.ts';
import { Tabs } from '../ui/Tabs.tsx';

type Tab<V extends string> = { value: V; label: string; content: ReactNode };

type PageTabsProps<V extends string> = {
  /** The heading of their actions in the `?` sheet. */
  group: string;
  tabs: readonly [Tab<V>, Tab<V>];
  value: V;
  onChange: (tab: V) => void;
};

/** The two tabs of a page, with their keys. */
export function PageTabs<V extends string>({ group, tabs, value, onChange }: PageTabsProps<V>) {
  const [first, second] = tabs;
  useAction({ label: first.label, group, action: 'choice-1', run: () => onChange(first.value) });
  useAction({ label: second.label, group, action: 'choice-2', run: () => onChange(second.value) });
  return <Tabs label={group} value={value} onChange={onChange} tabs={tabs} />;
}

/** The open tab in the page's URL; the first one has the plain URL. Back leaves the page and not the tab. */
export function UrlTabs<V extends string>({ group, tabs }: Pick<PageTabsProps<V>, 'group' | 'tabs'>) {
  const [params, setParams] = useSearchParams();
  const { value } = tabs.find((tab) => tab.value === params.get('tab')) ?? tabs[0];
  const open = (tab: V) => setParams(tab === tabs[0].value ? {} : { tab }, { replace: true });
  return <PageTabs group={group} tabs={tabs} value={value} onChange={open} />;
}
