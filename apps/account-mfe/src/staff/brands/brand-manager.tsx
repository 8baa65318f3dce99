import { newBrand } from '@fareline/contracts/schemas';
import { Field, LoadingText, Select } from '@fareline/ui-theme';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadFailure } from '../../failures/load-failure.tsx';
import { BrandForm } from './brand-form.tsx';
import { brandsQueryOptions } from './brand-queries.ts';

/** Value of the option for a new brand; not a valid brand id. */
const newBrandId = '+';

/** Form for every brand; the service validates and authorises each change. (ADMIN-16) */
export default function BrandManager() {
  const { data: brands, error, isFetching, refetch } = useQuery(brandsQueryOptions);
  const [selectedId, setSelectedId] = useState<string>();
  const [discards, setDiscards] = useState(0);
  if (error) {
    return (
      <div className="grid gap-6">
        <h1 className="page-heading">Brand manager</h1>
        <LoadFailure
          failure={error}
          title="The brands could not be loaded"
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
      </div>
    );
  }
  if (!brands) return <LoadingText>Loading brand manager...</LoadingText>;
  const id = selectedId ?? brands[0]?.id ?? newBrandId;
  const brand = brands.find((candidate) => candidate.id === id) ?? newBrand;
  return (
    <div className="grid gap-6">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="page-heading">Brand manager</h1>
        <Field label="Brand">
          <Select
            value={id}
            onValueChange={setSelectedId}
            options={[
              ...brands.map(({ id: value, name, domain }) => ({ value, label: `${name} (${domain})` })),
              { value: newBrandId, label: 'A new brand' },
            ]}
          />
        </Field>
      </header>
      <BrandForm
        key={`${id} ${discards}`}
        brand={brand}
        isNew={id === newBrandId}
        onSaved={setSelectedId}
        onDiscard={() => setDiscards(discards + 1)}
      />
    </div>
  );
}
