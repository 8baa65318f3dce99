// Loads the SDK's module declarations ('@duffel/api/types'), so that responses are typed as the SDK expects them.
/// <reference types="@duffel/api" />
