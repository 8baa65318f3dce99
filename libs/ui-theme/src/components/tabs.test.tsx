import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { Tabs, TabsContent, TabsList, TabsTrigger } from './tabs.tsx';

function Trips({ value, onValueChange }: { value?: string; onValueChange?: (value: string) => void }) {
  return (
    <Tabs defaultValue="past" value={value} onValueChange={onValueChange}>
      <TabsList aria-label="Trips">
        <TabsTrigger value="next">Upcoming</TabsTrigger>
        <TabsTrigger value="past">Past</TabsTrigger>
        <TabsTrigger value="void" disabled>
          Void
        </TabsTrigger>
        <TabsTrigger value="off">Cancelled</TabsTrigger>
      </TabsList>
      <TabsContent value="next">To come</TabsContent>
      <TabsContent value="past">Been there</TabsContent>
      <TabsContent value="off">Not gone</TabsContent>
    </Tabs>
  );
}
const selectedTab = () => screen.getByRole('tab', { selected: true }).textContent;

describe('tabs', () => {
  it('shows only the panel of the selected tab and links the two by id', () => {
    render(<Trips />);
    const panel = screen.getByRole('tabpanel', { name: 'Past' });
    expect(panel.textContent).toBe('Been there');
    expect(screen.getByRole('tab', { name: 'Past' }).getAttribute('aria-controls')).toBe(panel.id);
    expect(screen.getAllByRole('tabpanel')).toHaveLength(1);
  });

  it.each([
    ['{ArrowRight}', 'Cancelled'],
    ['{ArrowLeft}', 'Upcoming'],
    ['{ArrowLeft}{ArrowLeft}', 'Cancelled'],
    ['{ArrowRight}{ArrowRight}', 'Upcoming'],
    ['{Home}', 'Upcoming'],
    ['{End}', 'Cancelled'],
  ])('moves focus and selection on %s', async (keys, name) => {
    render(<Trips />);
    await userEvent.tab();
    expect(document.activeElement?.textContent).toBe('Past');
    await userEvent.keyboard(keys);
    expect(document.activeElement?.textContent).toBe(name);
    expect(selectedTab()).toBe(name);
  });

  it('has one tab stop for all tabs, followed by the panel', async () => {
    render(<Trips />);
    await userEvent.tab();
    await userEvent.tab();
    expect(document.activeElement?.getAttribute('role')).toBe('tabpanel');
  });

  it('keeps a controlled value and reports the requested one', async () => {
    const requested: string[] = [];
    render(<Trips value="past" onValueChange={(value) => requested.push(value)} />);
    await userEvent.click(screen.getByRole('tab', { name: 'Upcoming' }));
    expect(selectedTab()).toBe('Past');
    expect(new Set(requested)).toEqual(new Set(['next']));
  });
});
