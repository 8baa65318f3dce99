// Brings the module declarations of the SDK ('@duffel/api/types') into the program: answers are typed by what it expects.
/// <reference types="@duffel/api" />
