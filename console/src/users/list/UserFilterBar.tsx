import { type ReactNode, useRef } from 'react';
import { ActionButton } from '../../keys/ActionButton.tsx';
import { useAction } from '../../keys/registry.ts';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { Select } from '../../ui/Select.tsx';
import { isFiltered, noFilters, type UserFilters, userFilters } from './filters.ts';

type UserFilterBarProps = {
  filters: UserFilters;
  onChange: (patch: Partial<UserFilters>, options?: { replace?: boolean }) => void;
  children?: ReactNode;
};

export function UserFilterBar({ filters, onChange, children }: UserFilterBarProps) {
  const search = useRef<HTMLInputElement>(null);
  useAction({ label: 'Search users', group: 'Users', keys: '/', run: () => search.current?.focus() });

  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchBox
        ref={search}
        label="Search users"
        placeholder="Name, username, email, phone  ( / )"
        value={filters.search}
        onChange={(text) => onChange({ search: text.slice(0, 200) }, { replace: filters.search !== '' })}
        className="min-w-48 flex-1 max-md:basis-full md:max-w-md"
      />
      <Select
        aria-label="Role"
        value={filters.role}
        onChange={(event) => onChange({ role: userFilters.shape.role.parse(event.target.value) })}
        options={[
          { value: 'all', label: 'All roles' },
          { value: 'admin', label: 'Admin' },
          { value: 'operator', label: 'Operator' },
        ]}
        className="w-36 max-md:w-[calc(50%-0.25rem)]"
      />
      <Select
        aria-label="Status"
        value={filters.status}
        onChange={(event) => onChange({ status: userFilters.shape.status.parse(event.target.value) })}
        options={[
          { value: 'all', label: 'All statuses' },
          { value: 'active', label: 'Active' },
          { value: 'inactive', label: 'Inactive' },
        ]}
        className="w-36 max-md:w-[calc(50%-0.25rem)]"
      />
      {isFiltered(filters) && (
        <ActionButton
          label="Clear Filters"
          group="Users"
          keys="F"
          variant="ghost"
          onClick={() => onChange(noFilters)}
        />
      )}
      {children}
    </div>
  );
}
