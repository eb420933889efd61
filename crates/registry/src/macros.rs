//! The two macros. Not the meaning of anything they declare.
//!
//! Invariant: what can be checked while compiling is checked there.

/// Declares the technique of the module it stands in: makes `Settings`, which holds its switch and its parameters.
///
/// See the crate's documentation for an example. A parameter is written `name = default in min..=max step s`, with `scale n` after it when
/// the formula divides it by `n`. A clause `table Type = function` at the end names a table that is derived from the settings
/// once per search; the function takes `&Settings`.
#[macro_export]
#[allow(clippy::crate_in_macro_def, reason = "the list a technique must stand in is its own crate's")]
macro_rules! technique {
    (
        $(#[doc = $doc:literal])+
        $name:literal, title $title:literal, class $class:ident, default $state:ident, revision $revision:literal,
        source $source:literal,
        needs [$($need:ident),* $(,)?], excludes [$($exclude:ident),* $(,)?],
        parameters {
            $( $(#[doc = $about:literal])+
               $field:ident = $default:literal in $min:literal ..= $max:literal step $step:literal $(scale $scale:literal)?; )*
        }
        $(, table $table:ty = $derive:path)? $(,)?
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Settings {
            /// Whether the technique is on.
            pub on: bool,
            $( $(#[doc = $about])+ pub $field: i32, )*
        }

        impl Settings {
            /// The values by default.
            pub const DEFAULT: Self = Self { on: $crate::technique!(@state $state), $( $field: $default, )* };

            /// The declaration.
            pub const INFO: $crate::Info = $crate::Info {
                name: $name,
                module: module_path!(),
                title: $title,
                doc: concat!($($doc, "\n"),+),
                class: $crate::Class::$class,
                default_on: Self::DEFAULT.on,
                source: $source,
                needs: &[$(stringify!($need)),*],
                excludes: &[$(stringify!($exclude)),*],
                revision: $revision,
                parameters: &[$( $crate::Parameter {
                    field: stringify!($field),
                    doc: concat!($($about),+),
                    default: $default,
                    min: $min,
                    max: $max,
                    step: $step,
                    scale: $crate::technique!(@scale $($scale)?),
                } ),*],
            };
        }

        impl $crate::Technique for Settings {
            fn info(&self) -> &'static $crate::Info {
                &Self::INFO
            }
            fn is_on(&self) -> bool {
                self.on
            }
            fn switch(&mut self, on: bool) {
                self.on = on;
            }
            fn parameter(&self, index: usize) -> i32 {
                let values: &[i32] = &[$(self.$field),*];
                values[index]
            }
            fn set_parameter(&mut self, index: usize, value: i32) {
                let fields: &mut [&mut i32] = &mut [$(&mut self.$field),*];
                *fields[index] = value;
            }
        }

        $crate::technique!(@table $($table = $derive)?);

        const _: () = {
            const fn is_listed<T: $crate::Listed>() {}
            is_listed::<Settings>();
            $( assert!($min <= $default && $default <= $max && $step > 0, concat!(stringify!($field), ": default outside its range")); )*
            $( let _ = crate::Config::DEFAULT.$need.on; )*
            $( let _ = crate::Config::DEFAULT.$exclude.on; )*
        };
    };
    (@state on) => { true };
    (@state off) => { false };
    (@scale) => { 1 };
    (@scale $scale:literal) => { $scale };
    (@table) => {
        /// Nothing is derived from the settings.
        pub type Table = ();
        #[allow(clippy::missing_const_for_fn, reason = "the others compute something")]
        #[doc(hidden)]
        pub fn derive(_: &Settings) -> Table {}
    };
    (@table $table:ty = $derive:path) => {
        /// What is derived from the settings once per search.
        pub type Table = $table;
        #[doc(hidden)]
        pub fn derive(settings: &Settings) -> Table {
            $derive(settings)
        }
    };
}

/// Lists a crate's techniques by their modules' names, in the order of documents and measurements: makes `Config`, the values in use, and
/// `Tables`, what is derived from them. Stands in the crate's root.
#[macro_export]
macro_rules! registry {
    ( $( $module:ident ),+ $(,)? ) => {
        /// Every technique's switch and parameters. Plain data: copied into each search, never shared.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Config {
            $( #[doc = concat!("See module `", stringify!($module), "`.")] pub $module: $module::Settings, )+
        }

        impl Config {
            /// How many techniques there are.
            pub const COUNT: usize = [$( stringify!($module) ),+].len();
            /// The values by default.
            pub const DEFAULT: Self = Self { $( $module: $module::Settings::DEFAULT, )+ };
        }

        impl Default for Config {
            fn default() -> Self {
                Self::DEFAULT
            }
        }

        impl $crate::Registry for Config {
            fn count(&self) -> usize {
                Self::COUNT
            }
            fn technique(&self, index: usize) -> &dyn $crate::Technique {
                let all: [&dyn $crate::Technique; _] = [$( &self.$module ),+];
                all[index]
            }
            fn technique_mut(&mut self, index: usize) -> &mut dyn $crate::Technique {
                let all: [&mut dyn $crate::Technique; _] = [$( &mut self.$module ),+];
                let mut all = all.into_iter();
                all.nth(index).expect("an index below the count")
            }
        }

        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "they are modules' names")]
        enum Place {
            $( $module, )+
        }

        $( impl $crate::Listed for $module::Settings {
            type Config = Config;
            const DECLARATION: &'static $crate::Info = &Self::INFO;
            const INDEX: usize = Place::$module as usize;
        } )+

        /// What the techniques derive from their settings once per search.
        #[derive(Clone, Debug)]
        pub struct Tables {
            $( #[doc = concat!("See module `", stringify!($module), "`.")] pub $module: $module::Table, )+
        }

        impl Tables {
            /// Derives all of them.
            #[must_use]
            #[allow(clippy::let_unit_value, clippy::unit_arg, reason = "most techniques derive nothing")]
            pub fn new(config: &Config) -> Self {
                Self { $( $module: $module::derive(&config.$module), )+ }
            }
        }
    };
}
