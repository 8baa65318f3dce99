import { Component, type ReactNode } from 'react';

interface RenderBoundaryProps {
  /** Shown where the children cannot be rendered. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Keeps a part that may fail, such as offers that another release has stored, from taking the screen with it. */
export class RenderBoundary extends Component<RenderBoundaryProps, { failed: boolean }> {
  static getDerivedStateFromError = () => ({ failed: true });

  override state = { failed: false };

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
