import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSub,
  DropdownMenuSubContent,
  DropdownMenuSubTrigger,
  DropdownMenuTrigger,
} from './dropdown-menu.tsx';
import { getFocused } from '../testing/index.tsx';

function renderMenu() {
  render(
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger>Account</DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem>Settings</DropdownMenuItem>
        <DropdownMenuItem>Trips</DropdownMenuItem>
        <DropdownMenuItem>Sign out</DropdownMenuItem>
        <DropdownMenuSub>
          <DropdownMenuSubTrigger>Language</DropdownMenuSubTrigger>
          <DropdownMenuSubContent>
            <DropdownMenuItem>English</DropdownMenuItem>
          </DropdownMenuSubContent>
        </DropdownMenuSub>
      </DropdownMenuContent>
    </DropdownMenu>,
  );
}

const item = (name: string) => screen.getByRole('menuitem', { name });
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const mouse = (x: number, y: number) => ({ pointerType: 'mouse', clientX: x, clientY: y });

describe('dropdown menu', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  async function type(letter: string) {
    fireEvent.keyDown(getFocused() ?? document.body, { key: letter });
    await wait(1);
  }

  it('[THEME-06] combines letters typed within a second for type-ahead', async () => {
    renderMenu();
    await type('s');
    expect(getFocused()).toBe(item('Settings'));
    await wait(990);
    await type('i');
    expect(getFocused()).toBe(item('Sign out'));
  });

  it('[THEME-06] resets type-ahead after a second', async () => {
    renderMenu();
    await type('s');
    await wait(1010);
    await type('t');
    expect(getFocused()).toBe(item('Trips'));
  });

  it('[THEME-06] opens a submenu after 100 ms', async () => {
    renderMenu();
    fireEvent.pointerMove(item('Language'), mouse(50, 50));
    await wait(90);
    expect(screen.queryByRole('menuitem', { name: 'English' })).toBeNull();
    await wait(20);
    expect(item('English')).toBeTruthy();
  });

  it('[THEME-06] keeps a submenu open for 300 ms while the pointer moves towards it across another item', async () => {
    renderMenu();
    fireEvent.pointerMove(item('Language'), mouse(50, 50));
    await wait(110);
    const submenu = screen.getAllByRole('menu').at(-1)!;
    vi.spyOn(submenu, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 0, 100, 100));
    submenu.dataset['side'] = 'right';
    fireEvent.pointerLeave(item('Language'), mouse(60, 50));
    const moveTo = (x: number) => fireEvent.pointerMove(item('Sign out'), mouse(x, 45));
    moveTo(70);
    await wait(290);
    moveTo(80);
    expect(screen.getByRole('menuitem', { name: 'English' })).toBeTruthy();
    await wait(20);
    moveTo(90);
    await wait(20);
    expect(screen.queryByRole('menuitem', { name: 'English' })).toBeNull();
  });
});
